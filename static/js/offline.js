// The app on this phone: a service worker keeps it where the browser allows that (HTTPS, or this very machine; see
// sw.js), and an answer that is no page of ours replaces nothing.
class OfflineApp extends HTMLElement {
  connectedCallback() {
    document.addEventListener("htmx:beforeSwap", ({ detail }) => {
      detail.shouldSwap &&= mayReplacePage(detail);
    });
    // Who is in no club keeps no forms of its matches.
    if (document.querySelector(".welcome")) localStorage.removeItem("next-rounds");
    if (navigator.serviceWorker) this.startWorker(navigator.serviceWorker);
  }
  startWorker(serviceWorker) {
    addEventListener("load", () => {
      serviceWorker.register(this.getAttribute("worker")).then((registration) => registration.update()).catch(() => {});
    });
    const reportPage = () => serviceWorker.ready.then(({ active }) => active.postMessage("shown"));
    document.addEventListener("htmx:afterSettle", reportPage);
    reportPage();
  }
}
customElements.define("offline-app", OfflineApp);

function mayReplacePage({ xhr: { responseText }, requestConfig: { elt } }) {
  if (!elt.matches("key-pad, live-board")) return true;
  return isOurPage(responseText) && !reloadForRelease(responseText);
}

// A network that asks for its terms first sends a page of its own in the place of ours.
function isOurPage(text) {
  return /id="(page|entry-rows)"/.test(text);
}

function ownScript() {
  return document.querySelector("script[src*=scorekeeper]")?.getAttribute("src") ?? "";
}

// A page of another release needs that release's scripts. Returns whether the page is being loaded anew.
function reloadForRelease(text) {
  const isOtherRelease = text.includes("<script") && !text.includes(ownScript());
  if (isOtherRelease) location.reload();
  return isOtherRelease;
}

// Shows a page that did not come through htmx; with a path it is the page of that address.
function showPage(text, path) {
  if (path && location.pathname !== path) history.pushState({ htmx: true }, "", path);
  if (path && reloadForRelease(text)) return;
  htmx.swap("#page", text, { swapStyle: "outerHTML" }, { select: "#page" });
  scrollTo(0, 0);
}
