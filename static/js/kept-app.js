// The app on this phone. Where the browser allows it (HTTPS, or this very machine) a worker keeps it: see sw.js.
class KeptApp extends HTMLElement {
  connectedCallback() {
    document.addEventListener("htmx:beforeSwap", ({ detail }) => { detail.shouldSwap &&= this.isGood(detail); });
    const { serviceWorker } = navigator, shown = () => serviceWorker.ready.then(({ active }) => active.postMessage("shown"));
    if (document.querySelector(".welcome")) localStorage.removeItem("ahead");
    if (!serviceWorker) return;
    addEventListener("load", () => serviceWorker.register("/sw.js").then((kept) => kept.update()).catch(() => {}));
    document.addEventListener("htmx:afterSettle", shown);
    shown();
  }
  isGood({ xhr: { responseText }, requestConfig: { elt } }) {
    if (!elt.matches("key-pad, live-board")) return true;
    return this.isOurs(responseText) && !this.isAnother(responseText);
  }
  // Another network's page, in the place of one of ours, is no answer.
  isOurs(text) { return /id="(page|ledger)"/.test(text); }
  // Another release has other scripts.
  isAnother(text) {
    const ours = document.querySelector("script[src*=scorekeeper]")?.getAttribute("src") ?? "";
    const isAnother = text.includes("<script") && !text.includes(ours);
    if (isAnother) location.reload();
    return isAnother;
  }
  turn(text, match) {
    if (match && location.pathname !== match) history.pushState({ htmx: true }, "", match);
    if (match && this.isAnother(text)) return;
    htmx.swap("#page", text, { swapStyle: "outerHTML" }, { select: "#page" });
    scrollTo(0, 0);
  }
}
customElements.define("kept-app", KeptApp);
