// A tick on each key, for a device that likes it: heard, felt, or both. Nothing is loaded for it.
class KeyFeedback {
  constructor({ sound, touch }) {
    addEventListener("click", ({ target }) => {
      if (!target.closest(".key, .shortcut, .save")) return;
      if (touch) navigator.vibrate?.(15);
      if (sound) this.playTick();
    });
  }
  playTick() {
    this.audio ??= new AudioContext();
    const wave = this.audio.createOscillator();
    const volume = this.audio.createGain();
    const now = this.audio.currentTime;
    wave.frequency.value = 1500;
    volume.gain.setValueAtTime(0.15, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.03);
    wave.connect(volume).connect(this.audio.destination);
    wave.start(now);
    wave.stop(now + 0.03);
  }
}
new KeyFeedback(document.documentElement.dataset);
