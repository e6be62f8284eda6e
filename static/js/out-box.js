// What is saved waits here, on the phone, until the server has it: nothing overtakes it, its key makes it count once.
class OutBox extends HTMLElement {
  connectedCallback() {
    this.loose = new Map();
    for (const step of ["htmx:beforeRequest", "htmx:beforeSwap"]) document.addEventListener(step, (event) => this.isHeld(event.detail.requestConfig) && event.preventDefault());
    for (const news of ["storage", "htmx:afterSettle"]) addEventListener(news, () => this.show());
    addEventListener("beforeunload", (event) => this.loose.size && event.preventDefault());
    this.show();
  }
  // The server cannot know yet what is typed on top of what waits.
  isHeld({ elt, path }) {
    const waits = document.querySelector("[data-ahead]") || this.items.some(({ match, refused }) => !refused && path.startsWith(match));
    return waits && elt.matches("key-pad, live-board");
  }
  // Each in a place of its own: two pages of one phone never overwrite each other's. Where there is no room: here.
  get items() {
    const items = new Map();
    try { for (const at in localStorage) if (at.startsWith("out ")) items.set(at.slice(4), JSON.parse(localStorage[at])); } catch { /* No storage at all. */ }
    for (const [key, item] of this.loose) items.set(key, item);
    return [...items.values()].sort((one, other) => one.place - other.place);
  }
  write(item) {
    this.loose.delete(item.key);
    try { localStorage[`out ${item.key}`] = JSON.stringify(item); } catch { this.loose.set(item.key, item); }
    this.show();
  }
  drop({ key }) {
    this.loose.delete(key), localStorage.removeItem(`out ${key}`);
    this.show();
  }

  // An answer may come a little late.
  begin(item, since = performance.now()) {
    if (!this.items[0]) Object.assign(this, { fresh: item.key, since });
    this.write(item);
    setTimeout(() => this.show(), 1000);
    setTimeout(() => this.fresh === item.key && this.late(), 3000);
    dispatchEvent(new Event("saved"));
  }
  late() {
    this.fresh = null;
    this.show();
    dispatchEvent(new Event("kept"));
  }
  show() {
    const { items } = this, waits = items.filter(({ refused }) => !refused).map(({ what }) => what);
    this.replaceChildren(this.said(waits[2] ? `${waits[0]} and ${waits.length - 1} more` : waits.join(", "), waits[1] ? "are" : "is"));
    // What is on the page again says itself what is wrong with it.
    const again = document.querySelector("[data-again]")?.dataset.again;
    for (const item of items) if (item.refused && item.key !== again) this.append(Object.assign(document.createElement("not-taken"), { item }));
  }
  said(names, are) {
    if (!names || (this.fresh && performance.now() - this.since < 900)) return "";
    if (this.fresh) return `${names} is being sent …`;
    if (this.loose.size) return `${names} ${are} not sent yet, and this phone has no room to keep it: leave this page open.`;
    return `${names} ${are} kept on this phone and sent once the network is back.`;
  }
}
customElements.define("out-box", OutBox);
