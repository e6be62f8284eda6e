// Shows what other phones enter: asks the server every 2.5 seconds, after an idle minute less and less often, at last
// every 15 seconds. What somebody types here is never changed. Without it the page has to be loaded again.
class LiveBoard extends HTMLElement {
  connectedCallback() {
    this.lastTyped = this.lastTouched = 0;
    this.poll = () => document.hidden || this.dispatchEvent(new Event("poll"));
    this.wake = () => {
      this.pollOften();
      this.poll();
    };
    const page = this.closest("#page");
    page.addEventListener("htmx:beforeRequest", ({ detail }) => {
      if (detail.elt !== this) this.lastTyped = Infinity;
    });
    page.addEventListener("htmx:beforeSwap", ({ detail }) => {
      if (detail.requestConfig.elt === this) this.chooseTarget(detail);
    });
    page.addEventListener("htmx:afterRequest", ({ detail }) => this.handleAnswer(detail));
    page.addEventListener("pointerdown", () => {
      this.lastTouched = Date.now();
      if (this.pause > 2.5) this.pollOften();
    });
    this.addEventListener("htmx:configRequest", ({ detail }) => {
      Object.assign(detail.parameters, { seen: this.seen, script: ownScript() });
    });
    this.addEventListener("htmx:beforeOnLoad", (event) => this.handleNews(event));
    document.addEventListener("visibilitychange", this.wake);
    this.pollOften();
  }
  disconnectedCallback() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.wake);
  }
  // The state this phone has seen: each tap of our own is answered with the state as it is then.
  get seen() { return this.announced || document.querySelector("#entry-rows")?.dataset.seen || this.getAttribute("seen"); }
  // On some pages news is never swapped in, only announced.
  get isStill() { return this.hasAttribute("still"); }
  get isBusy() {
    const open = ":popover-open, details[open], input:not([type=radio]):focus";
    // On their own phone a player answers one question at a time, and waits for the others.
    const isOwn = !!document.querySelector("[data-own]");
    const isTyping = Date.now() - this.lastTyped < (isOwn ? 500 : 5000);
    return this.isStill || isTyping || document.querySelector(open);
  }
  // Seconds: from the second idle minute on more and more of them.
  get pause() { return Math.min(Math.max((Date.now() - this.activeSince) / 24000, 2.5), 15); }

  pollOften() {
    this.activeSince = Date.now();
    this.pollLater();
  }
  pollLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.poll, this.pause * 1000);
  }
  handleAnswer({ elt, successful, xhr }) {
    // Deleted, or not for this phone any more: the page says so, in place of keys that nobody answers.
    if (elt === this && xhr.status === 404 && isOurPage(xhr.responseText)) return location.reload();
    if (elt === this && xhr.status !== 200) return this.pollLater();
    if (elt !== this && successful) {
      this.lastTyped = Date.now();
      this.announced = null;
      this.firstElementChild.hidden = true;
    }
    this.pollOften();
  }
  handleNews(event) {
    const { status, responseText } = event.detail.xhr;
    if (status !== 200) return;
    // Safari gives up a tap whose key is replaced under the finger.
    if (Date.now() - this.lastTouched < 500) return event.preventDefault();
    if (!this.isBusy) return (this.firstElementChild.hidden = true);
    event.preventDefault();
    if (this.lastTyped < Infinity) this.announce(new DOMParser().parseFromString(responseText, "text/html"));
  }
  // A response to typing on another phone has no scoreboard: swap the entry alone.
  chooseTarget(detail) {
    if (detail.serverResponse.includes('id="page"')) return;
    detail.target = document.querySelector(".entry");
  }
  announce(page) {
    const seen = page.querySelector("live-board")?.getAttribute("seen") ?? page.querySelector("#entry-rows").dataset.seen;
    // Ignore typing on other phones on a page that would not show it.
    const relevant = (state) => (this.isStill ? state.replace(/\..*\./, ".") : state);
    const isNews = relevant(seen) !== relevant(this.seen);
    if (this.isStill) this.announced = seen;
    if (!isNews) return;
    const editor = (place) => place.querySelector(".edit-lock span")?.textContent;
    const isSameEditor = editor(page) === editor(document);
    const removed = page.querySelector("#saved[data-news] span")?.textContent;
    const news = removed ?? (isSameEditor ? "Changed on another phone" : editor(page) ?? "Nobody is scoring now");
    this.firstElementChild.textContent = `${news}: show it`;
    this.firstElementChild.hash = removed ? "saved" : "";
    this.firstElementChild.hidden = false;
  }
}
customElements.define("live-board", LiveBoard);
