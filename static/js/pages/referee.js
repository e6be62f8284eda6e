// Without it each card asked about loads the page again. A key writes into the marked field. What is tapped lives in
// the form, whatever the network does.
class RefereeQuestion extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.fields = [...this.querySelectorAll(".question-field")];
    // Names are for those without a script: here a key must not be sent along besides.
    for (const button of this.querySelectorAll("button")) {
      button.type = "button";
      button.removeAttribute("name");
    }
    this.querySelector("[name=at]").remove();
    this.addEventListener("click", ({ target }) => this.handleClick(target.closest("button")));
    // Until the answer to this is there, the one to what was tapped before must not be taken for it.
    this.form.addEventListener("change", () => { this.form.querySelector("#ruling").dataset.outdated = ""; });
    this.form.addEventListener("htmx:beforeRequest", () => { this.sent = this.typed; });
    this.form.addEventListener("htmx:beforeSwap", ({ detail }) => { detail.shouldSwap &&= this.sent === this.typed; });
    this.form.addEventListener("htmx:sendError", () => setTimeout(() => this.ask(), 2000));
    this.select(this.fields.find((field) => field.ariaPressed === "true"));
  }
  ask() { this.form.dispatchEvent(new Event("change")); }
  get typed() { return new URLSearchParams(new FormData(this.form)).toString(); }
  get keys() { return this.querySelector(`.referee-keys[data-keys="${this.current.dataset.keys}"]`); }
  input(field) { return field.nextElementSibling; }
  cards(field) { return this.input(field).value.split(" ").filter(Boolean); }
  isFull(field) {
    const most = "many" in field.dataset ? Number(field.dataset.most) || Infinity : 1;
    return this.cards(field).length >= most;
  }
  // The next field without an answer: one that is needed, else one with the same keys.
  get next() {
    const open = this.fields.filter((field) => !this.cards(field).length);
    const needed = open.find((field) => !("optional" in field.dataset));
    return needed ?? open.find((field) => field.dataset.keys === this.current.dataset.keys) ?? this.current;
  }
  handleClick(button) {
    if (!button) return;
    if (!button.matches(".key")) return this.select(button);
    const isBack = "back" in button.dataset;
    const cards = isBack || "many" in this.current.dataset ? this.cards(this.current) : [];
    this.write(isBack ? cards.slice(0, -1) : [...cards, button.value]);
    this.select(!isBack && this.isFull(this.current) ? this.next : this.current);
  }
  write(cards) {
    const input = this.input(this.current);
    input.value = cards.join(" ");
    const shown = this.current.querySelector(".cards");
    shown.replaceChildren(...cards.flatMap((card) => [this.draw(card), " "]));
    shown.scrollTop = shown.scrollHeight;
    // Who plays decides what is asked.
    if (input.name === "players") this.form.submit();
    else this.ask();
  }
  draw(value) {
    const key = this.keys.querySelector(`.key[value="${CSS.escape(value)}"]`);
    const card = document.createElement("b");
    card.className = "card";
    card.textContent = key?.textContent.trim() ?? value;
    card.dataset.tone = key?.dataset.tone ?? "";
    return card;
  }
  select(field) {
    this.current = field;
    for (const one of this.fields) one.ariaPressed = String(one === field);
    for (const keys of this.querySelectorAll(".referee-keys")) keys.hidden = keys !== this.keys;
    const sharing = this.fields.filter((one) => one.dataset.keys === field.dataset.keys);
    const used = sharing.flatMap((one) => this.cards(one));
    for (const key of this.keys.querySelectorAll(".key:not([data-back])")) {
      const stock = Number(key.dataset.stock) || Infinity;
      const left = stock - used.filter((card) => card === key.value).length;
      key.disabled = left <= 0 || ("many" in field.dataset && this.isFull(field));
      if (stock > 1 && stock < Infinity) key.dataset.left = left;
      key.ariaPressed = stock === Infinity ? String(this.cards(field).includes(key.value)) : null;
    }
  }
}
customElements.define("referee-question", RefereeQuestion);
