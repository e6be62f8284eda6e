// What others enter shows here too, within three seconds: never under the fingers of somebody who types.
class LiveBoard extends HTMLElement {
  connectedCallback() {
    this.typed = 0;
    this.look = () => document.hidden || this.dispatchEvent(new Event("look"));
    this.back = () => { this.fresh(); this.look(); };
    const page = this.closest("#page");
    page.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.elt !== this) this.typed = Infinity; });
    page.addEventListener("htmx:afterRequest", ({ detail }) => this.answered(detail));
    page.addEventListener("pointerdown", () => { if (this.pause > 2.5) this.fresh(); });
    this.addEventListener("htmx:configRequest", ({ detail }) => { detail.parameters.seen = this.seen; });
    this.addEventListener("htmx:beforeOnLoad", (event) => this.changed(event));
    document.addEventListener("visibilitychange", this.back);
    this.fresh();
  }
  disconnectedCallback() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.back);
  }
  // Each tap of our own is answered with the state as it is then: that is what this phone has seen.
  get seen() { return this.told || document.querySelector("#ledger")?.dataset.seen || this.getAttribute("seen"); }
  get still() { return this.hasAttribute("still"); }
  get busy() {
    return this.still || Date.now() - this.typed < 5000 || document.querySelector("#why:popover-open, details[open], input:not([type=radio]):focus");
  }
  // Seconds: from the second idle minute on more and more of them.
  get pause() { return Math.min(Math.max((Date.now() - this.since) / 24000, 2.5), 15); }
  fresh() {
    this.since = Date.now();
    this.wait();
  }
  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.look, this.pause * 1000);
  }
  answered({ elt, successful, xhr }) {
    if (elt === this && xhr.status !== 200) return this.wait();
    if (elt !== this && successful) this.typed = Date.now(), this.told = null, this.firstElementChild.hidden = true;
    this.fresh();
  }
  changed(event) {
    const { status, responseText } = event.detail.xhr;
    if (status !== 200 || !this.busy) return;
    event.preventDefault();
    if (this.typed < Infinity) this.tell(new DOMParser().parseFromString(responseText, "text/html"));
  }
  tell(page) {
    const seen = page.querySelector("live-board").getAttribute("seen"), penOf = (place) => place.querySelector(".pen span")?.textContent;
    const bare = (state) => (this.still ? state.replace(/\..*\./, ".") : state), isNews = bare(seen) !== bare(this.seen);
    if (this.still) this.told = seen;
    if (!isNews) return;
    this.firstElementChild.textContent = `${penOf(page) === penOf(document) ? "Changed on another phone" : penOf(page) ?? "Nobody is entering now"}: show it`;
    this.firstElementChild.hidden = false;
  }
}
customElements.define("live-board", LiveBoard);
