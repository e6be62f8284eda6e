// Sends what waits in the outbox, in order, as soon as there is a network.
class OutGoing extends HTMLElement {
  connectedCallback() {
    this.box = this.querySelector("out-box");
    this.app = document.querySelector("kept-app");
    for (const news of ["online", "saved"]) addEventListener(news, () => this.send());
    setInterval(() => this.send(), 3000);
    this.send();
  }
  async send(held = new Set()) {
    if (this.sending) return;
    this.sending = true;
    for (let item; (item = this.next(held)); ) if (!(await this.sent(item))) held.add(item.match);
    this.sending = false;
  }
  next(held) {
    return this.box.items.find(({ match, refused }) => (refused && held.add(match), !held.has(match)));
  }
  async sent(item) {
    const [status, url, text] = await this.answer(item).catch(() => [0, "", ""]), isOurs = this.app.isOurs(text);
    if (status === 200 && isOurs && url.endsWith(item.match)) return this.saved(item, text);
    if (status === 413 || (isOurs && status > 399 && status < 500)) this.refused(item, text, `The server said ${status}.`);
    this.box.late();
    return false;
  }
  async answer({ path, said, seen }) {
    const body = new URLSearchParams(said), token = document.querySelector("[name=csrfmiddlewaretoken]");
    body.set("seen", seen);
    // The one the form was drawn with may be another browser day's.
    if (token) body.set("csrfmiddlewaretoken", token.value);
    const answer = await fetch(path, { method: "POST", body, signal: AbortSignal.timeout?.(9000) });
    return [answer.status, answer.url, await answer.text()];
  }
  isShown({ key }) { return document.querySelector("#entry:not([hidden])")?.elements.key?.value === key; }
  // What was made on top of it was made for the match as it is now.
  saved(item, text) {
    const { match, key } = item, seen = item.seen + 1, { items } = this.box, { entry } = document.forms;
    const next = items.find((one) => one.match === match && one.place > item.place);
    if (next && items.some((one) => one.key === key)) this.box.write({ ...next, seen });
    if (entry?.action.includes(match) && +entry.elements.seen.value === item.seen) entry.elements.seen.value = seen;
    this.box.fresh = null;
    this.box.drop(item);
    if (this.isShown(item)) this.due = match;
    if (!next && [this.due, location.pathname].includes(match)) this.app.turn(text, match);
    return true;
  }
  // On the page again it is half entered, and those taps are kept; elsewhere it asks for attention.
  refused(item, text, words) {
    const page = new DOMParser().parseFromString(text, "text/html"), isLooked = this.looked === item.key, isShown = isLooked || this.isShown(item);
    const refused = (page.querySelector(".notice, .sentence.wrong") ?? page.querySelector("main h1"))?.textContent.trim() || words;
    if (isShown && this.app.isOurs(text)) this.app.turn(text);
    const entry = isShown && page.forms.entry && document.forms.entry;
    if (entry && !isLooked) return entry.querySelector("kept-taps").keep(), this.box.drop(item);
    if (entry) entry.dataset.again = entry.elements.key.value = item.key, history.pushState({ htmx: true }, "", entry.action.replace(/rounds\/$/, ""));
    this.box.write({ ...item, refused });
    this.looked = null;
  }
}
customElements.define("out-going", OutGoing);
