// Starts the service worker, which keeps the app where the browser allows that (HTTPS, or this very machine; see
// sw.js), and asks whether the server is there before a form is sent. Without it nothing opens without a network, and a
// form that is sent then is lost.
class OfflineApp extends HTMLElement {
  connectedCallback() {
    document.addEventListener("submit", (event) => this.askFirst(event));
    if (navigator.serviceWorker) this.startWorker(navigator.serviceWorker);
    if (this.hasAttribute("device")) this.forgetOtherDevice(this.getAttribute("device"));
  }
  // Without an answer to it a form would give way to the browser's own page, with all that was typed. The worker cannot
  // stand in: what is sent goes past it.
  async askFirst(event) {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.method !== "post" || form === this.sending || !form.requestSubmit) return;
    event.preventDefault();
    if (this.asking) return;
    this.asking = this.isServerThere();
    const isThere = await this.asking;
    this.asking = null;
    this.silence?.remove();
    if (!isThere) return this.saySilence(form);
    this.sending = form;
    form.requestSubmit(submitter);
    this.sending = null;
  }
  async isServerThere() {
    try {
      const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(9000) };
      const { ok, headers } = await fetch(this.getAttribute("worker"), options);
      return ok && headers.get("Content-Type").includes("javascript");
    } catch { return false; }
  }
  saySilence(form) {
    this.silence = Object.assign(document.createElement("p"), {
      className: "notice",
      role: "alert",
      textContent: "The server does not answer. What you typed is still here: try again in a moment.",
    });
    form.after(this.silence);
    this.silence.scrollIntoView({ block: "nearest" });
  }
  startWorker(serviceWorker) {
    const loaded = new Promise((resolve) => { addEventListener("load", resolve); });
    const registered = loaded.then(() => serviceWorker.register(this.getAttribute("worker")));
    registered.then((registration) => registration.update()).catch(() => {});
    // Not to `ready`: at first that may be the worker of this phone's first club, which keeps no page of another.
    const reportPage = () => registered.then(({ active, waiting, installing }) => {
      (active ?? waiting ?? installing).postMessage("shown");
    }).catch(() => {});
    document.addEventListener("shown", reportPage);
    reportPage();
  }
  // Forget pages this phone saw as a device of another club, or before it was removed. Keep the current page, which may
  // say so: the worker has just stored it.
  async forgetOtherDevice(device) {
    if (phoneStorage.read(nameHere("device")) === device) return;
    phoneStorage.remove(nameHere("next-rounds"));
    const pages = await window.caches?.open(`pages${this.getAttribute("worker").replace("sw.js", "")}`).catch(() => null);
    for (const { url } of (await pages?.keys()) ?? []) {
      if (url !== location.href.split("#")[0]) await pages.delete(url);
    }
    phoneStorage.write(nameHere("device"), device);
  }
}
customElements.define("offline-app", OfflineApp);
