// A second tap in the same place within a quarter of a second is a slip: by then another question may be asked there.
const lastTap = { time: -Infinity, x: 0, y: 0, isRepeated: false, key: "", keyTime: 0 };

addEventListener("pointerdown", ({ timeStamp, clientX, clientY }) => {
  const isNear = Math.hypot(clientX - lastTap.x, clientY - lastTap.y) < 30;
  const isRepeated = isNear && timeStamp - lastTap.time < 250;
  Object.assign(lastTap, { time: timeStamp, x: clientX, y: clientY, isRepeated });
}, { capture: true });

// The same with one key of the keyboard, held or pressed twice with no other in between.
addEventListener("keydown", (event) => {
  const { key, repeat, timeStamp } = event;
  const isSlip = key === lastTap.key && (repeat || timeStamp - lastTap.keyTime < 250);
  Object.assign(lastTap, { key, keyTime: timeStamp, isRepeated: false });
  if (!isSlip || ![" ", "Enter"].includes(key) || !event.target.closest?.("key-pad, .save")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

addEventListener("click", (event) => {
  const isSlip = lastTap.isRepeated && event.isTrusted && event.detail && event.target.closest("main.match");
  if (!isSlip) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });
