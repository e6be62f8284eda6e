// Loads htmx, and what needs it, at the first touch or key, for pages that are mostly only read. What is tapped, chosen
// or typed until the script is there happens once it is; but answers of a round count at once, and are sent then
// (`keypad.js`). Without it links and forms lead to whole pages, as they do without scripts.
class LaterScript {
  constructor(url) {
    this.url = url;
    this.events = [];
    const types = ["pointerdown", "keydown", "click", "input", "change", "answers"];
    for (const type of types) addEventListener(type, this, { capture: true });
  }
  handleEvent(event) {
    this.script ??= this.load();
    if (this.isReleased) return;
    if (this.isHeld(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (document.forms.entry || !["input", "change"].includes(event.type)) return;
    this.events.push([event.target, event]);
  }
  isHeld({ type, key, target, ctrlKey, metaKey, altKey, shiftKey }) {
    if (ctrlKey || metaKey || altKey || shiftKey) return false;
    if (type === "click" && target.closest("button[hx-post], [hx-boost] a, .why-link")) return true;
    // A tap comes after the keys that were pressed before it.
    if (type === "click") return !!target.closest("#entry") && this.events.some(([, { type }]) => type === "keydown");
    const isForEntry = !!document.forms.entry && target.matches("body, #entry :is([type=radio], button, .cell)");
    return type === "keydown" && isForEntry && /^(\d| |Enter|Backspace)$/.test(key);
  }
  load() {
    const script = Object.assign(document.createElement("script"), { src: this.url });
    script.onload = script.onerror = () => {
      // Without a network the next touch, or answer that is sent again, tries again.
      if (!window.htmx) this.script = null;
      this.release();
    };
    // htmx looks at a page only before it is parsed or after it is complete.
    if (document.readyState === "complete") document.head.append(script);
    else addEventListener("load", () => document.head.append(script));
    // If the network is away or slow, links and forms work without it.
    setTimeout(() => this.release(), 3000);
    return script;
  }
  release() {
    this.isReleased = true;
    const { activeElement: focused } = document;
    for (const [shown, event] of this.events.splice(0)) {
      // A key goes to what has the focus, if the key before it has moved that.
      const isMoved = event.type === "keydown" && document.activeElement !== focused;
      const target = isMoved ? document.activeElement : shown;
      const isTaken = !target.dispatchEvent(new event.constructor(event.type, event));
      // A browser presses a button by Enter or Space, a link by Enter, but not for an event that a script sends.
      const pressed = { " ": "button", Enter: "button, a" }[event.key];
      if (!isTaken && pressed && target.matches(pressed)) target.click();
    }
  }
}
for (const { content } of document.querySelectorAll("meta[name=later-script]")) new LaterScript(content);
