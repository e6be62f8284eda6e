// What is saved waits here, on the phone, until the server has it: nothing overtakes it, its key makes it count once.
class OutBox extends HTMLElement {
  connectedCallback() {
    document.addEventListener("htmx:beforeRequest", (event) => this.before(event));
    document.addEventListener("htmx:afterRequest", ({ detail }) => this.after(detail));
    document.addEventListener("htmx:beforeSwap", ({ detail }) => { detail.shouldSwap &&= !this.isSave(detail) || this.isAnswer(detail); });
    addEventListener("storage", () => this.show());
    this.show();
  }
  get items() { return JSON.parse(localStorage.outbox ?? "[]"); }
  set items(items) { localStorage.outbox = JSON.stringify(items); this.show(); }
  isSave({ requestConfig: { elt, path } }) { return elt.id === "entry" && path === elt.getAttribute("action"); }
  // Another network's page, in the place of the match, is no answer.
  isAnswer({ xhr: { status, responseURL }, requestConfig: { path } }) {
    return status === 200 ? responseURL.endsWith(this.matchOf(path)) : [409, 422, 507].includes(status);
  }
  matchOf(path) { return path.match(/^\/\w+\/\d+\//)[0]; }

  before(event) {
    const { elt, requestConfig: { path } } = event.detail, isSave = this.isSave(event.detail);
    const waits = this.items.some(({ match }) => path.startsWith(match));
    if (isSave) this.put(elt, path, !waits);
    if (!waits || !(isSave || elt.matches("key-pad, live-board"))) return;
    event.preventDefault();
    if (isSave) dispatchEvent(new Event("kept"));
  }
  put(form, path, goes) {
    const said = new URLSearchParams(new FormData(form)), match = this.matchOf(path), { items } = this;
    const [key, number, seen] = ["key", "number", "seen"].map((name) => said.get(name));
    // Another answer to what was refused goes where that stood, before what was entered after it.
    const old = items.findIndex((one) => one.key === key || (one.refused && one.match === match && one.number === +number));
    items.splice(old < 0 ? items.length : old, 1, { key, path, match, what: form.dataset.what, number: +number, seen: +seen, said: `${said}` });
    this.asked = goes && key;
    this.items = items;
    localStorage.removeItem(`typed ${path}`);
  }
  after(detail) {
    if (!this.isSave(detail)) return;
    const item = this.items.find(({ key }) => key === this.asked);
    this.asked = null;
    if (item && this.isAnswer(detail)) return this.drop(item);
    this.show();
    dispatchEvent(new Event("kept"));
  }
  drop({ key }) { this.items = this.items.filter((one) => one.key !== key); }
  // Each was made for the match as the one before leaves it.
  saved(item) {
    let { seen } = item;
    this.drop(item);
    this.items = this.items.map((one) => (one.match === item.match ? { ...one, seen: ++seen } : one));
  }
  show() {
    const shown = this.items.filter(({ key }) => key !== this.asked), waits = shown.filter(({ refused }) => !refused);
    const names = waits.map(({ what }) => what).join(", ");
    const kept = names && `${names} ${waits[1] ? "are" : "is"} kept on this phone and will be sent when the network is back.`;
    this.replaceChildren(kept, ...shown.filter(({ refused }) => refused).map((item) => Object.assign(document.createElement("not-taken"), { item })));
  }
}
customElements.define("out-box", OutBox);
