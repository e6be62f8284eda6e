// Sends the answers of a form as they are tapped, and shows what the server makes of them. One request at a time: of what
// is tapped meanwhile the last is sent afterwards. Without it a button sends the form.
class AnswerSender extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.form.addEventListener("change", ({ target }) => target.closest("key-pad") && this.send());
    this.form.addEventListener("answers", () => this.send(), { capture: true });
  }
  get path() { return this.getAttribute("to"); }
  get draft() { return this.form.querySelector("round-draft"); }
  // Not half a number, nor what is only restored; and not before what waits in the outbox.
  get isAllowed() {
    const isHeld = this.draft?.isAnnouncing || this.form.querySelector("key-pad").isHalf;
    return this.isConnected && !isHeld && !isOnHold(this.path);
  }
  async send() {
    if (!this.isAllowed) return;
    this.waits = true;
    if (this.isSending) return;
    this.isSending = true;
    while (this.waits && this.isAllowed) {
      this.waits = false;
      await this.sendNow();
    }
    this.isSending = this.waits = false;
  }
  async sendNow() {
    const { form, draft } = this, sent = draft?.typed ?? new URLSearchParams(new FormData(form));
    form.dispatchEvent(new Event("sending", { bubbles: true }));
    this.toggleAttribute("busy", true);
    const [status, text] = await this.ask(sent).catch(() => [0, ""]);
    this.toggleAttribute("busy", false);
    const isOurs = isOurPage(text), isTaken = status === 200 && isOurs, isRefused = isOurs && [409, 422, 507].includes(status);
    // What the server has is forgotten on the phone before the page that it sends is shown: that one may hide it.
    if (isTaken) draft?.forget(sent);
    if (isTaken || isRefused) form.dispatchEvent(new Event("answered", { bubbles: true }));
    // An answer may come after its page was replaced.
    const isLate = !this.isConnected || isOnHold(this.path);
    if (!isLate && (isRefused || (isTaken && !reloadForRelease(text)))) this.show(text);
    const isShown = !isLate && isRefused && status !== 507;
    draft?.handleAnswer({ sent, isShown, isReceived: isTaken || isShown });
  }
  async ask(sent) {
    const { method } = this.form, address = method === "get" ? `${this.path}?${sent}` : this.path;
    const options = { method, headers: { "HX-Request": "true", "HX-Target": "entry-rows" }, signal: AbortSignal.timeout?.(9000) };
    if (method === "post") options.body = sent;
    const answer = await fetch(address, options), shown = answer.headers.get("HX-Replace-Url");
    if (shown) history.replaceState(history.state, "", shown);
    return [answer.status, await answer.text()];
  }
  // The whole page where other keys are needed; else the parts that a tap may change.
  show(text) {
    if (text.includes('id="page"')) return replacePart(text, "#page");
    for (const part of [...new DOMParser().parseFromString(text, "text/html").body.children]) {
      const shown = document.getElementById(part.id);
      if (shown) patch(shown, part);
    }
    this.form.dispatchEvent(new Event("shown", { bubbles: true }));
  }
}
customElements.define("answer-sender", AnswerSender);
