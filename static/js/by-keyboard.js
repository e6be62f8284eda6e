// Without a thumb: arrows choose among the keys of a question and stay there; the space bar or Enter goes on, at last to what saves.
class ByKeyboard extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.pad = this.form.querySelector("key-pad");
    this.form.addEventListener("pointerdown", () => { this.pressed = ""; }, { capture: true });
    this.form.addEventListener("keydown", (event) => this.press(event), { capture: true });
    this.form.addEventListener("click", (event) => this.clicked(event.target));
    for (const news of ["change", "done"]) this.form.addEventListener(news, ({ target }) => this.answered(target));
  }
  press(event) {
    const { key, target } = event;
    this.pressed = key;
    if (![" ", "Enter"].includes(key) || !target.matches("key-pad [type=radio]")) return;
    event.preventDefault();
    if (!target.checked) return target.click();
    this.pad.mark(this.pad.next(target.closest("fieldset")));
    this.goOn();
  }
  answered(target) {
    if (this.pressed?.startsWith("Arrow")) this.pad.mark(target.closest("fieldset"));
    else if (this.pressed && !target.matches("card-keys input")) this.goOn();
  }
  // Once the pad has heard of it.
  clicked(target) {
    if (!this.pressed) return;
    if (target.closest("[data-question]")) setTimeout(() => this.look());
    if (target.closest("[data-answers]")) setTimeout(() => this.goOn());
  }
  goOn() { this.pad.isAnswered(this.pad.marked) ? this.form.querySelector(".save")?.focus() : this.look(); }
  look() { (this.pad.marked.querySelector(":checked") ?? this.pad.marked.querySelector("[type=radio]:enabled, button:enabled"))?.focus(); }
}
customElements.define("by-keyboard", ByKeyboard);
