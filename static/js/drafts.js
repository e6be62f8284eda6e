// Sends what was typed since the server answered, and keeps it on this phone until then. Without it the form is sent as a
// whole, and what was tapped without a network is gone after a reload.
class RoundDraft extends HTMLElement {
  // The browser's Back brings the page from its cache, as it was before anything was typed in it.
  static isFromCache = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  static notAnswers = ["csrfmiddlewaretoken", "key", "seen", "number", "known", "derived", "end", "seats", "half"];
  static storageName(form) { return `draft ${form.getAttribute("action")} ${form.elements.number.value}`; }

  async connectedCallback() {
    this.form = this.closest("form");
    this.keypad = this.form.querySelector("key-pad");
    this.name = RoundDraft.storageName(this.form);
    // The answers that were read last, and those of them that the server may not have.
    [this.known, this.unsent] = [this.answers, new Map()];
    // What the server refused is on the page, and is sent with the next tap.
    const { typed = "" } = this.form.querySelector("#entry-rows")?.dataset ?? {};
    for (const name of typed.split(" ")) this.known.delete(name);
    this.form.addEventListener("change", () => this.store());
    this.form.addEventListener("answers", () => this.store(), { capture: true });
    // Forget the phone's copy of a cleared round: it would be restored.
    if (location.hash === "#cleared") {
      phoneStorage.remove(this.name);
      history.replaceState(history.state, "", location.pathname);
    }
    // The shown doubt comes from the server: it is not typed.
    this.form.addEventListener("shown", () => this.known.set("irregular", this.form.elements.irregular?.value ?? ""));
    // Only the answers that the server may not have are sent. What was tapped while the request waited for its turn is
    // among them.
    this.keypad.addEventListener("htmx:configRequest", ({ detail: { formData } }) => {
      this.collect();
      for (const name of this.known.keys()) formData.delete(name);
      for (const [name, answer] of this.unsent) formData.set(name, answer);
      this.sent = formData;
    });
    // Ignore a response that arrives after its page was replaced. What the server has is forgotten here before the page
    // that it sends is shown: that one may hide it.
    this.keypad.addEventListener("htmx:beforeOnLoad", (event) => {
      const { status, responseText } = event.detail.xhr;
      if (status === 200 && isOurPage(responseText)) this.forgetSent();
      this.isLate = !this.isConnected || isOnHold(location.pathname);
      if (this.isLate) event.preventDefault();
    });
    this.keypad.addEventListener("htmx:afterRequest", ({ detail }) => this.handleAnswer(detail.xhr));
    this.resend = () => {
      if (this.textContent && !document.hidden) this.keypad.dispatchEvent(new Event("answers"));
    };
    addEventListener("online", this.resend);
    this.timer = setInterval(this.resend, 5000);
    // A page that Back brings from memory has its answers, but in Safari, which empties such a form a moment later.
    this.leave = () => { this.left = new URLSearchParams(new FormData(this.form)); };
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
  // By question; "" of what follows from others.
  get answers() {
    const derived = this.form.elements.derived.value.split(" ");
    const fields = [...new FormData(this.form)].filter(([name]) => !RoundDraft.notAnswers.includes(name));
    return new Map(fields.map(([name, answer]) => [name, derived.includes(name) ? "" : answer]));
  }
  collect() {
    const { answers } = this;
    for (const name of new Set([...this.known.keys(), ...answers.keys()])) {
      const answer = answers.get(name) ?? "";
      if (answer !== (this.known.get(name) ?? "")) this.unsent.set(name, answer);
    }
    this.known = answers;
  }
  store() {
    this.collect();
    // Only the visible page of a phone is typed in.
    if (document.hidden || !this.unsent.size) return;
    phoneStorage.write(this.name, this.inStorage(this.unsent));
    // Without htmx nothing is sent.
    setTimeout(() => window.htmx || this.sayUnsent(), 1000);
  }
  inStorage(answers) {
    const { number, seats } = this.form.elements;
    const half = this.keypad.isHalf ? [["half", KeyPad.chosen.typed]] : [];
    return `${new URLSearchParams([["number", number.value], ["seats", seats.value], ...half, ...answers])}`;
  }
  // What was tapped since stays.
  forgetSent() {
    const stored = new Map(new URLSearchParams(phoneStorage.read(this.name)));
    for (const answers of [this.unsent, stored]) {
      for (const [name, answer] of answers) if (this.sent.get(name) === answer) answers.delete(name);
    }
    for (const name of RoundDraft.notAnswers) stored.delete(name);
    if (!stored.size) phoneStorage.remove(this.name);
    else phoneStorage.write(this.name, this.inStorage(stored));
  }
  handleAnswer({ status, responseText }) {
    // The server answers a refused draft with a page that shows it.
    const isShown = !this.isLate && [409, 422].includes(status);
    const isReceived = (status === 200 || isShown) && isOurPage(responseText);
    if (isShown && !this.isConnected) this.handOver();
    if (isReceived) this.forgetSent();
    if (isReceived) this.textContent = "";
    else this.sayUnsent();
  }
  sayUnsent() {
    this.textContent = `Not sent yet: ${phoneStorage.isKept(this.name) ? "kept on this phone" : "leave this page open"}`;
  }
  // Moves taps made while the server refused an earlier one to the form that replaced this one. Without a form they stay
  // on this phone until the match goes on.
  handOver() {
    const later = [...this.unsent].filter(([name, answer]) => this.sent.get(name) !== answer);
    const next = document.querySelector("round-draft");
    if (!next || next.name === this.name || !later.length) return;
    phoneStorage.remove(this.name);
    next.announce(next.restore(this.inStorage(later)));
    next.store();
  }
  // An own answer that this phone could not send before its round was saved, or before it entered for the whole table:
  // the server has it all the same, or the page says what it was. What was tapped before the players were put in another
  // order the server has to read.
  async sendLeftBehind() {
    const { elements } = this.form, isOlder = this.isOfOtherOrder(new URLSearchParams(phoneStorage.read(this.name)));
    const path = isOlder
      ? this.keypad.getAttribute("hx-post")
      : this.name.replace(/^draft (.*\/matches\/\d+\/).*$/, "$1own-answers/");
    const isOwn = path === this.form.getAttribute("action");
    const left = isOlder ? this.name : phoneStorage.names.find((name) => {
      const [, action, number] = name.split(" ");
      return name.startsWith("draft ") && action === path && (!isOwn || +number < +elements.number.value);
    });
    if (!left || document.hidden) return;
    const body = new URLSearchParams(phoneStorage.read(left));
    body.set("csrfmiddlewaretoken", elements.csrfmiddlewaretoken.value);
    const answer = await fetch(path, { method: "POST", body }).catch(() => null), text = await answer?.text();
    if (!answer || answer.status >= 500 || !isOurPage(text)) return;
    phoneStorage.remove(left);
    if (isOlder || !answer.ok) showPage(text);
  }
  isOfOtherOrder(stored) { return stored.has("number") && stored.get("seats") !== this.form.elements.seats.value; }
  // Fills the form with what is kept; returns the names of its fields, or null where nothing is.
  restore(kept = phoneStorage.read(this.name)) {
    const stored = new URLSearchParams(kept);
    const { elements } = this.form;
    if (!stored.has("number") || this.isOfOtherOrder(stored)) return null;
    const isTyped = (name) => !!stored.get(name);
    elements.derived.value = stored.get("derived") ?? elements.derived.value.split(" ").filter((name) => !isTyped(name)).join(" ");
    this.half = stored.get("half");
    for (const name of RoundDraft.notAnswers) stored.delete(name);
    const names = [...stored.keys()].filter((name) => elements[name]);
    for (const name of names) {
      const keys = elements[name], answer = stored.get(name);
      // Of keys none is pressed by a value that none of them has.
      if (keys instanceof RadioNodeList) for (const key of keys) key.checked = key.value === answer;
      else keys.value = answer;
    }
    return names;
  }
  announce(names) {
    if (!names || !this.isConnected) return;
    const { answers } = this;
    for (const name of names) this.unsent.set(name, answers.get(name) ?? "");
    // Half a number, at which the page was left, is typed on.
    const half = this.half && this.keypad.question(this.half);
    if (half) KeyPad.chosen.typed = this.half;
    // An announced answer was sent before, or is sent below: sending it here too would repeat a refused tap for ever.
    this.isAnnouncing = true;
    for (const name of names) {
      const input = this.form.querySelector(`[name="${name}"]:checked, input[name="${name}"]:not([type=radio])`);
      input?.dispatchEvent(new Event("change", { bubbles: true }));
    }
    this.isAnnouncing = false;
    if (half) this.keypad.select(half);
    else this.keypad.dispatchEvent(new Event("done"));
    // While another phone has the edit lock, only after taking over.
    if (!this.form.querySelector(".edit-lock")) {
      setTimeout(() => this.keypad.dispatchEvent(new Event("answers")), 100);
    }
  }
}
customElements.define("round-draft", RoundDraft);
