// Without it a finger that slips answers the next question too. A second tap in one place within 250 ms is a slip.
const lastTap = { time: -Infinity, x: 0, y: 0, isRepeated: false };
// By pointer: the click of a first tap may come after the second has begun.
const slips = new Set();

addEventListener("pointerdown", ({ timeStamp, clientX, clientY, pointerId }) => {
  const isNear = Math.hypot(clientX - lastTap.x, clientY - lastTap.y) < 30;
  const isRepeated = isNear && timeStamp - lastTap.time < 250;
  Object.assign(lastTap, { time: timeStamp, x: clientX, y: clientY, isRepeated });
  if (isRepeated) slips.add(pointerId);
  else slips.delete(pointerId);
}, { capture: true });

// The same with a key of the keyboard that is held. Pressed twice, however fast, it is meant.
addEventListener("keydown", (event) => {
  lastTap.isRepeated = false;
  if (!event.repeat || ![" ", "Enter"].includes(event.key) || !event.target.closest?.("key-pad, .save")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

addEventListener("click", (event) => {
  const { pointerId, isTrusted, detail, target } = event;
  const isSlip = pointerId > 0 ? slips.has(pointerId) : lastTap.isRepeated;
  // A number may have the same digit twice, and its keys answer nothing else.
  const isDigit = target.closest("card-keys[joined] [value]");
  if (!isSlip || isDigit || !isTrusted || !detail || !target.closest("main.match")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });
