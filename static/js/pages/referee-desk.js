// The referee's desk: a key writes into the marked answer. What is tapped lives in the form, whatever the network does.
class RefereeDesk extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.slots = [...this.querySelectorAll(".slot")];
    this.querySelector("[name=at]").remove();
    this.addEventListener("click", (event) => this.tapped(event));
    this.form.addEventListener("change", () => this.doubt());
    this.form.addEventListener("htmx:sendError", () => setTimeout(() => this.form.dispatchEvent(new Event("asked")), 2000));
    this.mark(this.slots.find((slot) => slot.ariaPressed === "true"));
  }
  input(slot) { return slot.nextElementSibling; }
  cards(slot) { return this.input(slot).value.split(" ").filter(Boolean); }
  isMany({ dataset }) { return "many" in dataset; }
  isFull(slot) { return this.cards(slot).length >= (this.isMany(slot) ? Number(slot.dataset.most) || Infinity : 1); }
  get pad() { return this.querySelector(`.pad-keys[data-pad="${this.marked.dataset.pad}"]`); }
  get next() { return this.slots.find((slot) => !this.cards(slot).length && !("optional" in slot.dataset)) ?? this.marked; }

  tapped(event) {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    if (button.matches(".slot")) return this.mark(button);
    const cards = this.cards(this.marked), back = "back" in button.dataset;
    this.write(back ? cards.slice(0, -1) : [...(this.isMany(this.marked) ? cards : []), button.value]);
    this.mark(!back && this.isFull(this.marked) ? this.next : this.marked);
  }
  write(cards) {
    this.input(this.marked).value = cards.join(" ");
    this.marked.querySelector(".cards").replaceChildren(...cards.flatMap((card) => [this.drawn(card), " "]));
    this.doubt();
    // Who plays decides what is asked.
    if (this.input(this.marked).name === "players") this.form.submit();
    else this.form.dispatchEvent(new Event("asked"));
  }
  drawn(value) {
    const key = this.pad.querySelector(`.key[value="${CSS.escape(value)}"]`);
    const card = Object.assign(document.createElement("b"), { className: "card", textContent: key?.textContent.trim() ?? value });
    if (key?.dataset.tone) card.dataset.tone = key.dataset.tone;
    return card;
  }
  mark(slot) {
    this.marked = slot;
    for (const one of this.slots) one.ariaPressed = String(one === slot);
    for (const pad of this.querySelectorAll(".pad-keys")) pad.hidden = pad !== this.pad;
    const used = this.slots.filter((one) => one.dataset.pad === slot.dataset.pad).flatMap((one) => this.cards(one));
    for (const key of this.pad.querySelectorAll(".key:not([data-back])")) {
      const stock = Number(key.dataset.stock) || Infinity, left = stock - used.filter((card) => card === key.value).length;
      key.disabled = left <= 0 || (this.isMany(slot) && this.isFull(slot));
      if (stock > 1 && stock < Infinity) key.dataset.left = left;
      key.ariaPressed = stock === Infinity ? String(this.cards(slot).includes(key.value)) : null;
    }
  }
  // Until the answer to this is there, the one to what was tapped before must not be taken for it.
  doubt() { this.form.querySelector("#ruling").dataset.doubtful = ""; }
}
customElements.define("referee-desk", RefereeDesk);
