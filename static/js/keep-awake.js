// A match that lies open for everybody stays lit, where the browser lets a page ask for that.
class KeepAwake extends HTMLElement {
  connectedCallback() {
    this.ask = async () => {
      if (document.hidden || !navigator.wakeLock) return;
      this.lock = await navigator.wakeLock.request("screen").catch(() => null);
      if (!this.isConnected) this.lock?.release();
    };
    document.addEventListener("visibilitychange", this.ask);
    this.ask();
  }
  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.ask);
    this.lock?.release();
  }
}
customElements.define("keep-awake", KeepAwake);
