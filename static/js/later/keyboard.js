// Enters a round by keyboard. Arrows choose among the keys of a question and stay there; the space bar or Enter goes on
// to the next question, at last to the button that saves. Digits are the keys of the question that is asked, Backspace
// takes back, Enter goes on and at last saves. Without it the Tab key has to go through all questions.
class KeyboardEntry extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.keypad = this.form.querySelector("key-pad");
    // The last key pressed, or "" after a tap: nothing here moves the focus of somebody who taps.
    this.form.addEventListener("pointerdown", () => { this.pressed = ""; }, { capture: true });
    this.form.addEventListener("keydown", (event) => this.handleKey(event), { capture: true });
    this.digits = "";
    this.type = (event) => this.handleTyped(event);
    addEventListener("keydown", this.type);
    this.form.addEventListener("click", (event) => this.handleClick(event.target));
    for (const event of ["change", "done"]) {
      this.form.addEventListener(event, ({ target }) => this.handleAnswer(target));
    }
  }
  disconnectedCallback() {
    removeEventListener("keydown", this.type);
    clearTimeout(this.timer);
  }
  handleKey(event) {
    const { key, target } = event;
    this.pressed = key;
    if (this.digits || ![" ", "Enter"].includes(key) || !target.matches("key-pad [type=radio]")) return;
    event.preventDefault();
    if (!target.checked) return target.click();
    this.keypad.goOn(target.closest("fieldset"));
    this.goOn();
  }
  handleTyped(event) {
    const { key, target } = event;
    const isOurs = target === document.body || this.form.contains(target);
    if (!isOurs || this.form.inert || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(key)) this.addDigit(key);
    else if (key === "Backspace") this.takeBack();
    else if (key === "Enter" && this.digits) this.enterDigits();
    else if (key === "Enter" && target === document.body) this.confirm();
    else return;
    event.preventDefault();
  }
  // 1 may be the beginning of 10: it waits for the next digit, for Enter, or a moment.
  addDigit(digit) {
    if (this.digits && !this.keysFrom(this.digits + digit).length) this.enterDigits();
    this.digits += digit;
    clearTimeout(this.timer);
    if (this.keysFrom(this.digits).length > 1) this.timer = setTimeout(() => this.enterDigits(), 700);
    else this.enterDigits();
  }
  keysFrom(digits) {
    const keys = this.keypad.current?.querySelectorAll("[type=radio]:enabled, button[value]:enabled") ?? [];
    return [...keys].filter((key) => textOf(key).startsWith(digits));
  }
  enterDigits() {
    clearTimeout(this.timer);
    const key = this.keysFrom(this.digits).find((one) => textOf(one) === this.digits);
    this.digits = this.pressed = "";
    if (key?.checked) this.keypad.goOn(key.closest("fieldset"));
    else key?.click();
  }
  // A digit, else a card, else the question before.
  takeBack() {
    const { keypad, digits } = this, { current } = keypad;
    this.digits = this.pressed = "";
    clearTimeout(this.timer);
    if (digits) return;
    if (current?.querySelector("card-keys input")?.value) return current.querySelector("[data-back]").click();
    const isGiven = (one) => keypad.lead(one) === one && keypad.isAsked(one) && keypad.isAnswered(one);
    const asked = keypad.questions.filter((one) => one === current || isGiven(one));
    const before = current ? asked[asked.indexOf(current) - 1] : asked.at(-1);
    if (before) this.browse(before);
  }
  confirm() {
    const { keypad } = this;
    if (keypad.rests) keypad.saveButton?.click();
    else keypad.current?.querySelector("card-keys")?.finish();
  }
  handleAnswer(target) {
    if (this.pressed?.startsWith("Arrow")) this.browse(target.closest("fieldset"));
    else if (this.pressed && !target.matches("card-keys input")) this.goOn();
  }
  // An answer of the server must not end the question between two arrows.
  browse(question) {
    this.keypad.choose(question);
    this.keypad.select(question);
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
    const { keypad } = this, { current } = keypad;
    if (!current) return;
    const question = keypad.open.find((one) => keypad.lead(one) === current) ?? current;
    const key = question.querySelector(":checked") ?? question.querySelector("[type=radio]:enabled, button[value]:enabled");
    key?.focus();
  }
}
customElements.define("keyboard-entry", KeyboardEntry);
