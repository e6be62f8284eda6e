// Ignores an accidental second tap in the same place. Without it that tap answers the next question too. A second tap
// counts as accidental for 120 ms, and for 250 ms if the first one has put something else there: keys of another fact, or
// the button that saves. So the same number can be tapped quickly for one player after another. An ignored tap shakes and
// vibrates.
const SLIP_MS = 120, SLIP_ELSEWHERE_MS = 250;
// `kind`: the kind of the key under the last accepted tap.
const lastTap = { time: -Infinity, x: 0, y: 0, pause: Infinity, kind: null };
// Milliseconds between a tap and the previous one, by pointer id: the click of the first tap may arrive after the second
// pointerdown.
const pauses = new Map();

// The keys of one fact are of one kind, whichever player it is about (`bids-2`, `bids-3`); other elements have no kind.
function kindOf(target) {
  const key = target.closest("fieldset :is([type=radio], [value], [data-back])");
  return key && `${key.closest("fieldset").dataset.name.split("-")[0]} ${key.tagName} ${"back" in key.dataset}`;
}

function showIgnored(target) {
  navigator.vibrate?.(60);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const keyframes = [0, -6, 6, -6, 6, 0].map((offset) => ({
    outline: "4px solid var(--wrong)", outlineOffset: "3px", translate: isStill ? "none" : `${offset}px`,
  }));
  target.closest(".key, a, button, summary")?.animate(keyframes, 400);
}

addEventListener("pointerdown", ({ timeStamp, clientX, clientY, pointerId }) => {
  const isNear = Math.hypot(clientX - lastTap.x, clientY - lastTap.y) < 30;
  const pause = isNear ? timeStamp - lastTap.time : Infinity;
  Object.assign(lastTap, { time: timeStamp, x: clientX, y: clientY, pause });
  if (pause < SLIP_ELSEWHERE_MS) pauses.set(pointerId, pause);
  else pauses.delete(pointerId);
}, { capture: true });

// Ignores the repeats of a key of the keyboard that is held down. Two presses are intended, however fast.
addEventListener("keydown", (event) => {
  lastTap.pause = Infinity;
  if (!event.repeat || ![" ", "Enter"].includes(event.key) || !event.target.closest?.("key-pad, .save")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

addEventListener("click", (event) => {
  const { pointerId, isTrusted, detail, target } = event;
  if (!isTrusted || !detail || !target.closest("main.match")) return;
  const pause = pointerId > 0 ? (pauses.get(pointerId) ?? Infinity) : lastTap.pause;
  const kind = kindOf(target);
  if (pause >= SLIP_ELSEWHERE_MS || (pause >= SLIP_MS && kind && kind === lastTap.kind)) {
    lastTap.kind = kind;
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  showIgnored(target);
}, { capture: true });
