// Keeps the screen of a match lit between two rounds. Browsers lend a wake lock to pages that came by HTTPS; on all
// others a silent film plays from the first tap on.
class ScreenWakeLock extends HTMLElement {
  connectedCallback() {
    this.request = navigator.wakeLock ? () => this.requestLock() : () => this.playFilm();
    // A browser takes the lock back whenever the page is hidden.
    document.addEventListener("visibilitychange", this.request);
    if (!navigator.wakeLock) document.addEventListener("click", this.request);
    this.request();
  }
  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.request);
    document.removeEventListener("click", this.request);
    this.lock?.release();
    this.film?.pause();
  }
  async requestLock() {
    if (document.hidden) return;
    this.lock = await navigator.wakeLock.request("screen").catch(() => null);
    if (!this.isConnected) this.lock?.release();
  }
  // No screen stays lit for a film without sound, nor Safari's for one that is muted or loops by itself. This one has a
  // track of silence, and starts again by being wound back. Less than five seconds long, it shows no player.
  playFilm() {
    if (document.hidden) return this.film?.pause();
    if (!this.film) {
      this.film = document.createElement("video");
      this.film.src = this.getAttribute("film");
      this.film.playsInline = true;
      this.film.addEventListener("timeupdate", () => { if (this.film.currentTime > 2) this.film.currentTime = 0; });
    }
    if (this.film.paused) this.film.play().catch(() => { /* Browsers begin a film with sound only after a tap. */ });
  }
}
customElements.define("screen-wake-lock", ScreenWakeLock);
