// Without it a round cannot be entered by keyboard from question to question. Arrows choose among the keys of a
// question and stay there; the space bar or Enter goes on to the next question, at last to the button that saves.
class KeyboardEntry extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.keypad = this.form.querySelector("key-pad");
    // The last key pressed, or "" after a tap: nothing here moves the focus of somebody who taps.
    this.form.addEventListener("pointerdown", () => { this.pressed = ""; }, { capture: true });
    this.form.addEventListener("keydown", (event) => this.handleKey(event), { capture: true });
    this.form.addEventListener("click", (event) => this.handleClick(event.target));
    for (const event of ["change", "done"]) {
      this.form.addEventListener(event, ({ target }) => this.handleAnswer(target));
    }
  }
  handleKey(event) {
    const { key, target } = event;
    this.pressed = key;
    if (![" ", "Enter"].includes(key) || !target.matches("key-pad [type=radio]")) return;
    event.preventDefault();
    if (!target.checked) return target.click();
    this.keypad.goOn(target.closest("fieldset"));
    this.goOn();
  }
  handleAnswer(target) {
    if (this.pressed?.startsWith("Arrow")) this.browse(target.closest("fieldset"));
    else if (this.pressed && !target.matches("card-keys input")) this.goOn();
  }
  // An answer of the server must not end the question between two arrows.
  browse(question) {
    this.keypad.select(question);
    this.keypad.isChosen = true;
  }
  // Once the keypad has heard of it.
  handleClick(target) {
    if (!this.pressed) return;
    if (target.closest("[data-question]")) setTimeout(() => this.focusKey());
    if (target.closest("[data-answers]")) setTimeout(() => this.goOn());
  }
  goOn() {
    if (this.keypad.rests) this.form.querySelector(".save")?.focus();
    else this.focusKey();
  }
  focusKey() {
    const { current } = this.keypad;
    if (!current) return;
    const key = current.querySelector(":checked") ?? current.querySelector("[type=radio]:enabled, button[value]:enabled");
    key?.focus();
  }
}
customElements.define("keyboard-entry", KeyboardEntry);
