// Without it the screen of a match goes dark between two rounds.
class ScreenWakeLock extends HTMLElement {
  connectedCallback() {
    // The browser takes the lock back whenever the page is hidden.
    this.request = async () => {
      if (document.hidden || !navigator.wakeLock) return;
      this.lock = await navigator.wakeLock.request("screen").catch(() => null);
      if (!this.isConnected) this.lock?.release();
    };
    document.addEventListener("visibilitychange", this.request);
    this.request();
  }
  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.request);
    this.lock?.release();
  }
}
customElements.define("screen-wake-lock", ScreenWakeLock);
