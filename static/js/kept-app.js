// Where the browser allows it (HTTPS, or this very machine) a worker keeps the app on the phone: see sw.js.
class KeptApp extends HTMLElement {
  connectedCallback() {
    const { serviceWorker } = navigator;
    addEventListener("load", () => serviceWorker?.register("/sw.js"));
    serviceWorker?.ready.then(({ active }) => active.postMessage("shown"));
  }
}
customElements.define("kept-app", KeptApp);
