// Shows what other phones enter: asks the server every 2.5 seconds, after an idle minute less and less often, at last
// every 15 seconds. What somebody types here is never changed. Without it the page has to be loaded again.
class LiveBoard extends HTMLElement {
  connectedCallback() {
    this.lastTyped = this.lastTouched = 0;
    this.poll = () => document.hidden || this.ask();
    this.wake = () => {
      this.pollOften();
      this.poll();
    };
    const page = this.closest("#page");
    page.addEventListener("htmx:beforeRequest", () => { this.lastTyped = Infinity; });
    page.addEventListener("htmx:afterRequest", ({ detail }) => {
      if (!detail.successful) return;
      this.lastTyped = Date.now();
      this.announced = null;
      this.firstElementChild.hidden = true;
      this.pollOften();
    });
    page.addEventListener("pointerdown", () => {
      this.lastTouched = Date.now();
      if (this.pause > 2.5) this.pollOften();
    });
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
    const isUnsent = document.querySelector("key-pad")?.isUnsent;
    return this.isStill || isTyping || isUnsent || document.querySelector(open);
  }
  // Seconds: from the second idle minute on more and more of them.
  get pause() { return Math.min(Math.max((Date.now() - this.activeSince) / 24000, 2.5), 15); }

  pollOften() {
    this.activeSince = Date.now();
    this.pollLater();
  }
  pollLater() {
    clearTimeout(this.timer);
    if (this.isConnected) this.timer = setTimeout(this.poll, this.pause * 1000);
  }
  // The server does not know yet what is shown on top of what waits in the outbox.
  async ask() {
    const url = new URL(this.getAttribute("src"), location);
    const isHeld = () => isOnHold(url.pathname) || !this.isConnected;
    if (this.isAsking || isHeld()) return this.pollLater();
    this.isAsking = true;
    // The page as it was asked for: turned, or with all of its rounds.
    for (const [name, value] of new URLSearchParams(location.search)) url.searchParams.set(name, value);
    url.searchParams.set("seen", this.seen);
    url.searchParams.set("script", ownScript());
    const answer = await fetch(url, { signal: AbortSignal.timeout?.(9000) }).catch(() => null);
    const text = await answer?.text().catch(() => "");
    this.isAsking = false;
    this.pollLater();
    if (!isHeld() && isOurPage(text)) this.handleNews(answer, text);
  }
  handleNews({ status }, text) {
    // Deleted, or not for this phone any more: the page says so, in place of keys that nobody answers.
    if (status === 404) return location.reload();
    // Safari gives up a tap whose key is replaced under the finger.
    if (status !== 200 || Date.now() - this.lastTouched < 500) return;
    this.pollOften();
    if (this.isBusy) {
      if (this.lastTyped < Infinity) this.announce(new DOMParser().parseFromString(text, "text/html"));
      return;
    }
    this.firstElementChild.hidden = true;
    // A response to typing on another phone has no scoreboard: swap the entry alone.
    if (!reloadForRelease(text)) replacePart(text, text.includes('id="page"') ? "#page" : ".entry");
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
