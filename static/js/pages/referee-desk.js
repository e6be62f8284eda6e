// The referee's desk: a key writes into the marked answer. What is tapped lives in the form, whatever the network does.
class RefereeDesk extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.slots = [...this.querySelectorAll(".slot")];
    this.querySelector("[name=at]").remove();
    this.addEventListener("click", (event) => this.tapped(event));
    this.form.addEventListener("change", () => this.doubt());
    this.form.addEventListener("htmx:sendError", () => setTimeout(() => this.ask(), 2000));
    this.mark(this.slots.find((slot) => slot.ariaPressed === "true"));
  }
  input(slot) { return slot.nextElementSibling; }
  cards(slot) { return this.input(slot).value.split(" ").filter(Boolean); }
  pad(slot) { return this.querySelector(`.pad-keys[data-pad="${slot.dataset.pad}"]`); }
  isFull(slot) { return this.cards(slot).length >= ("many" in slot.dataset ? Number(slot.dataset.most) || Infinity : 1); }

  tapped(event) {
    const button = event.target.closest("button");
    if (!button) return;
    event.preventDefault();
    if (button.matches(".slot")) return this.mark(button);
    const cards = this.cards(this.marked);
    this.write("back" in button.dataset ? cards.slice(0, -1) : "many" in this.marked.dataset ? [...cards, button.value] : [button.value]);
    if (!("back" in button.dataset)) this.mark(this.isFull(this.marked) ? this.next() : this.marked);
  }
  write(cards) {
    this.input(this.marked).value = cards.join(" ");
    this.marked.querySelector(".cards").replaceChildren(...cards.map((card) => this.drawn(card)));
    this.count();
    // Who plays decides what is asked.
    if (this.input(this.marked).name === "players") this.form.submit();
    else this.ask();
  }
  drawn(value) {
    const card = document.createElement("b"), key = this.pad(this.marked).querySelector(`.key[value="${CSS.escape(value)}"]`);
    card.className = "card";
    card.textContent = key?.textContent.trim() ?? value;
    if (key?.dataset.tone) card.dataset.tone = key.dataset.tone;
    return card;
  }
  next() { return this.slots.find((slot) => !this.cards(slot).length && !("optional" in slot.dataset)) ?? this.marked; }
  mark(slot) {
    this.marked = slot;
    for (const one of this.slots) one.ariaPressed = String(one === slot);
    for (const pad of this.querySelectorAll(".pad-keys")) pad.hidden = pad !== this.pad(slot);
    this.count();
  }
  count() {
    const used = this.slots.filter((slot) => slot.dataset.pad === this.marked.dataset.pad).flatMap((slot) => this.cards(slot));
    const full = "many" in this.marked.dataset && this.isFull(this.marked);
    for (const key of this.pad(this.marked).querySelectorAll(".key:not([data-back])")) {
      const times = used.filter((card) => card === key.value).length, stock = Number(key.dataset.stock) || Infinity;
      key.disabled = full || times >= stock;
      if (stock > 1 && stock < Infinity) key.dataset.left = stock - times;
      key.ariaPressed = stock === Infinity ? String(this.cards(this.marked).includes(key.value)) : null;
    }
  }
  // Until the answer to this is there, the one to what was tapped before must not be taken for it.
  doubt() { this.form.querySelector("#ruling").dataset.doubtful = ""; }
  ask() {
    this.doubt();
    this.form.dispatchEvent(new Event("asked"));
  }
}
customElements.define("referee-desk", RefereeDesk);
