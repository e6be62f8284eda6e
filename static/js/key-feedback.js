// A tick on each key, for a device that likes it: heard, felt, or both. Nothing is loaded for it.
function giveKeyFeedback({ sound, touch }) {
  let audio;
  addEventListener("click", ({ target }) => {
    if (!target.closest(".key, .shortcut, .save")) return;
    if (touch) navigator.vibrate?.(15);
    if (sound) playTick((audio ??= new AudioContext()));
  });
}

function playTick(audio) {
  const wave = audio.createOscillator();
  const volume = audio.createGain();
  const now = audio.currentTime;
  wave.frequency.value = 1500;
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.03);
  wave.connect(volume).connect(audio.destination);
  wave.start(now);
  wave.stop(now + 0.03);
}

giveKeyFeedback(document.documentElement.dataset);
