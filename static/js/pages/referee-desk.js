// The referee's desk: a key writes into the marked answer. What is tapped lives in the form, whatever the network does.
class RefereeDesk extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.slots = [...this.querySelectorAll(".slot")];
    // Names are for those without a script: here a key must not be sent along besides.
    for (const button of this.querySelectorAll("button")) button.type = "button", button.removeAttribute("name");
    this.querySelector("[name=at]").remove();
    this.addEventListener("click", ({ target }) => this.tapped(target.closest("button")));
    // Until the answer to this is there, the one to what was tapped before must not be taken for it.
    this.form.addEventListener("change", () => { this.form.querySelector("#ruling").dataset.doubtful = ""; });
    this.form.addEventListener("htmx:beforeRequest", () => { this.sent = this.state; });
    this.form.addEventListener("htmx:beforeSwap", ({ detail }) => { detail.shouldSwap &&= this.sent === this.state; });
    this.form.addEventListener("htmx:sendError", () => setTimeout(() => this.ask(), 2000));
    this.mark(this.slots.find((slot) => slot.ariaPressed === "true"));
  }
  ask() { this.form.dispatchEvent(new Event("change")); }
  get state() { return new URLSearchParams(new FormData(this.form)).toString(); }
  input(slot) { return slot.nextElementSibling; }
  cards(slot) { return this.input(slot).value.split(" ").filter(Boolean); }
  isFull(slot) { return this.cards(slot).length >= ("many" in slot.dataset ? Number(slot.dataset.most) || Infinity : 1); }
  get pad() { return this.querySelector(`.pad-keys[data-pad="${this.marked.dataset.pad}"]`); }
  get next() {
    const open = this.slots.filter((slot) => !this.cards(slot).length), { pad } = this.marked.dataset;
    return open.find((slot) => !("optional" in slot.dataset)) ?? open.find((slot) => slot.dataset.pad === pad) ?? this.marked;
  }
  tapped(button) {
    if (!button?.matches(".key")) return button && this.mark(button);
    const back = "back" in button.dataset, cards = back || "many" in this.marked.dataset ? this.cards(this.marked) : [];
    this.write(back ? cards.slice(0, -1) : [...cards, button.value]);
    this.mark(!back && this.isFull(this.marked) ? this.next : this.marked);
  }
  write(cards) {
    this.input(this.marked).value = cards.join(" ");
    const shown = this.marked.querySelector(".cards");
    shown.replaceChildren(...cards.flatMap((card) => [this.drawn(card), " "]));
    shown.scrollTop = shown.scrollHeight;
    // Who plays decides what is asked.
    return this.input(this.marked).name === "players" ? this.form.submit() : this.ask();
  }
  drawn(value) {
    const key = this.pad.querySelector(`.key[value="${CSS.escape(value)}"]`);
    const card = Object.assign(document.createElement("b"), { className: "card", textContent: key?.textContent.trim() ?? value });
    return Object.assign(card.dataset, { tone: key?.dataset.tone ?? "" }) && card;
  }
  mark(slot) {
    this.marked = slot;
    for (const one of this.slots) one.ariaPressed = String(one === slot);
    for (const pad of this.querySelectorAll(".pad-keys")) pad.hidden = pad !== this.pad;
    const used = this.slots.filter((one) => one.dataset.pad === slot.dataset.pad).flatMap((one) => this.cards(one));
    for (const key of this.pad.querySelectorAll(".key:not([data-back])")) {
      const stock = Number(key.dataset.stock) || Infinity, left = stock - used.filter((card) => card === key.value).length;
      key.disabled = left <= 0 || ("many" in slot.dataset && this.isFull(slot));
      if (stock > 1 && stock < Infinity) key.dataset.left = left;
      key.ariaPressed = stock === Infinity ? String(this.cards(slot).includes(key.value)) : null;
    }
  }
}
customElements.define("referee-desk", RefereeDesk);
