// Keeps the draft of a round on this phone until the server has it. Without it what was tapped without a network is gone
// after a reload.
class RoundDraft extends HTMLElement {
  // The browser's Back brings the page from its cache, as it was before anything was typed in it.
  static isFromCache = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  static storageName(form) { return `draft ${form.getAttribute("action")} ${form.elements.number.value}`; }

  async connectedCallback() {
    this.form = this.closest("form");
    this.keypad = this.form.querySelector("key-pad");
    this.name = RoundDraft.storageName(this.form);
    this.form.addEventListener("change", () => this.store());
    this.form.addEventListener("answers", () => this.store(), { capture: true });
    // Forget the phone's copy of a cleared round: it would be restored.
    if (location.hash === "#cleared") {
      phoneStorage.remove(this.name);
      history.replaceState(history.state, "", location.pathname);
    }
    this.resend = () => {
      if (this.textContent && !document.hidden) this.keypad.dispatchEvent(new Event("answers"));
    };
    addEventListener("online", this.resend);
    this.timer = setInterval(this.resend, 5000);
    // A page that Back brings from memory has its answers, but in Safari, which empties such a form a moment later.
    this.leave = () => { this.left = this.formData; };
    this.return = ({ persisted }) => persisted && this.refresh();
    addEventListener("pagehide", this.leave);
    addEventListener("pageshow", this.return);
    if (RoundDraft.isFromCache) await this.refresh();
    if (!this.isConnected) return;
    // Restore at once, before another tap; announce it when the other custom elements of the page are defined.
    const names = this.restore();
    setTimeout(() => this.announce(names));
    this.sendLeftBehind();
  }
  disconnectedCallback() {
    removeEventListener("online", this.resend);
    removeEventListener("pagehide", this.leave);
    removeEventListener("pageshow", this.return);
    clearInterval(this.timer);
  }
  // No key is taken before the page has come as it is now, or the network turns out to be away: a tap would replace what
  // is kept.
  async refresh() {
    RoundDraft.isFromCache = false;
    this.form.inert = true;
    const text = isOnHold(location.pathname) ? "" : await this.fetchPage().catch(() => "");
    this.form.inert = false;
    if (!this.isConnected) return;
    if (!isOurPage(text)) setTimeout(() => this.restore(this.left));
    else if (!reloadForRelease(text)) replacePart(text, "#page");
  }
  async fetchPage() {
    const answer = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout?.(3000) });
    return answer.ok ? answer.text() : "";
  }
  get formData() { return this.storedOf(new FormData(this.form)); }
  storedOf(form) {
    const data = new URLSearchParams(form);
    for (const name of ["csrfmiddlewaretoken", "key", "seen"]) data.delete(name);
    return data.toString();
  }
  store() {
    // Only the visible page of a phone is typed in.
    if (document.hidden) return;
    phoneStorage.write(this.name, this.formData);
  }
  // What was tapped since stays.
  forget(sent) {
    if (phoneStorage.read(this.name) === this.storedOf(sent)) phoneStorage.remove(this.name);
  }
  // The server answers a refused draft with a page that shows it.
  handleAnswer({ sent, isReceived, isShown }) {
    if (isShown && !this.isConnected) this.handOver(sent);
    if (isReceived) this.forget(sent);
    const place = phoneStorage.isKept(this.name) ? "kept on this phone" : "leave this page open";
    this.textContent = isReceived ? "" : `Not sent yet: ${place}`;
  }
  // Moves taps made while the server refused an earlier one to the form that replaced this one. Without a form they stay
  // on this phone until the match goes on.
  handOver(sent) {
    const { formData, name } = this;
    const next = document.querySelector("round-draft");
    if (!next || next.name === name || formData === this.storedOf(sent)) return;
    phoneStorage.remove(name);
    next.announce(next.restore(formData));
    next.store();
  }
  // An own answer that this phone could not send before its round was saved, or before it entered for the whole table:
  // the server has it all the same, or the page says what it was.
  async sendLeftBehind() {
    const path = this.name.replace(/^draft (.*\/matches\/\d+\/).*$/, "$1own-answers/"), { elements } = this.form;
    const isOwn = path === this.form.getAttribute("action");
    const left = phoneStorage.names.find((name) => {
      const [, action, number] = name.split(" ");
      return name.startsWith("draft ") && action === path && (!isOwn || +number < +elements.number.value);
    });
    if (!left || document.hidden) return;
    const body = new URLSearchParams(phoneStorage.read(left));
    body.set("csrfmiddlewaretoken", elements.csrfmiddlewaretoken.value);
    const answer = await fetch(path, { method: "POST", body }).catch(() => null), text = await answer?.text();
    if (!answer || answer.status >= 500 || !isOurPage(text)) return;
    phoneStorage.remove(left);
    if (!answer.ok) showPage(text);
  }
  // Fills the form with the stored draft; returns the names of its fields, or null without a draft.
  restore(formData = phoneStorage.read(this.name)) {
    const stored = new URLSearchParams(formData);
    const { elements } = this.form;
    if (!stored.has("number")) return null;
    const derived = stored.get("derived");
    const isSameDraft = stored.get("draft") === elements.draft.value;
    const base = new URLSearchParams(stored.get("base"));
    for (const name of ["number", "draft", "base", "derived"]) stored.delete(name);
    for (const [name, answer] of stored) {
      // If another device changed the draft, an empty answer erases nothing, and one that was not typed replaces nothing.
      if (elements[name] && (isSameDraft || (answer && answer !== base.get(name)))) elements[name].value = answer;
    }
    elements.derived.value = derived;
    return [...stored.keys()].filter((name) => elements[name] && !derived.split(" ").includes(name));
  }
  announce(names) {
    if (!names || !this.isConnected) return;
    // An announced answer was sent before, or is sent below: sending it here too would repeat a refused tap for ever.
    this.isAnnouncing = true;
    for (const name of names) {
      const input = this.form.querySelector(`[name="${name}"]:checked, input[name="${name}"]:not([type=radio])`);
      input?.dispatchEvent(new Event("change", { bubbles: true }));
    }
    this.isAnnouncing = false;
    this.keypad.dispatchEvent(new Event("done"));
    // While another phone has the edit lock, only after taking over.
    if (!this.form.querySelector(".edit-lock")) {
      setTimeout(() => this.keypad.dispatchEvent(new Event("answers")), 100);
    }
  }
}
customElements.define("round-draft", RoundDraft);
