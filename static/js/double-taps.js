// Ignores the second tap of a finger that slips. Without it that tap answers the next question too. A second tap in one
// place is a slip within 120 ms, and within 250 ms where something else stands there by then: keys of another fact, or
// the button that saves. So the same number can follow soon for the next player. A tap that is ignored is seen and
// felt.
const SLIP = 120, SLIP_ELSEWHERE = 250;
// `kind`: what the last tap that was taken stood on.
const lastTap = { time: -Infinity, x: 0, y: 0, pause: Infinity, kind: null };
// How soon a tap followed the one before, by pointer: the click of a first tap may come after the second has begun.
const quick = new Map();

// Keys of one fact are of one kind, whomever it is asked about (`bids-2`, `bids-3`); nothing else is like another.
function kindOf(target) {
  const key = target.closest("fieldset :is([type=radio], [value], [data-back])");
  return key && `${key.closest("fieldset").dataset.name.split("-")[0]} ${key.tagName} ${"back" in key.dataset}`;
}

function showNotTaken(target) {
  navigator.vibrate?.(60);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const looks = [0, -6, 6, -6, 6, 0].map((right) => ({
    outline: "4px solid var(--wrong)", outlineOffset: "3px", translate: isStill ? "none" : `${right}px`,
  }));
  target.closest(".key, a, button, summary")?.animate(looks, 400);
}

addEventListener("pointerdown", ({ timeStamp, clientX, clientY, pointerId }) => {
  const isNear = Math.hypot(clientX - lastTap.x, clientY - lastTap.y) < 30;
  const pause = isNear ? timeStamp - lastTap.time : Infinity;
  Object.assign(lastTap, { time: timeStamp, x: clientX, y: clientY, pause });
  if (pause < SLIP_ELSEWHERE) quick.set(pointerId, pause);
  else quick.delete(pointerId);
}, { capture: true });

// A key of the keyboard that is held slips too. Pressed twice, however fast, it is meant.
addEventListener("keydown", (event) => {
  lastTap.pause = Infinity;
  if (!event.repeat || ![" ", "Enter"].includes(event.key) || !event.target.closest?.("key-pad, .save")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

addEventListener("click", (event) => {
  const { pointerId, isTrusted, detail, target } = event;
  if (!isTrusted || !detail || !target.closest("main.match")) return;
  const pause = pointerId > 0 ? (quick.get(pointerId) ?? Infinity) : lastTap.pause;
  const kind = kindOf(target);
  if (pause >= SLIP_ELSEWHERE || (pause >= SLIP && kind && kind === lastTap.kind)) {
    lastTap.kind = kind;
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  showNotTaken(target);
}, { capture: true });
