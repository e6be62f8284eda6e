// Keys that write several cards into one answer; what is used up in the deck cannot be tapped.
class CardKeys extends HTMLElement {
  connectedCallback() {
    this.input = this.querySelector("input");
    this.addEventListener("click", (event) => this.tapped(event.target.closest("button")));
    this.closest("form").addEventListener("change", () => this.count());
    this.count();
  }
  get joint() { return this.hasAttribute("joined") ? "" : " "; }
  get cards() { return this.input.value.split(this.joint).filter(Boolean); }
  tapped(key) {
    if (!key) return;
    if ("done" in key.dataset) return this.dispatchEvent(new Event("done", { bubbles: true }));
    const alone = "alone" in key.dataset;
    const before = this.cards.filter((card) => !this.isAlone(card));
    const cards = "back" in key.dataset ? before.slice(0, -1) : alone ? [key.value] : [...before, key.value];
    this.input.value = cards.join(this.joint);
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
    if (alone || cards.length === Number(this.getAttribute("most"))) this.dispatchEvent(new Event("done", { bubbles: true }));
  }
  isAlone(card) { return !!this.querySelector(`[data-alone][value="${CSS.escape(card)}"]`); }
  count() {
    const deck = this.getAttribute("deck");
    const used = [...this.closest("form").querySelectorAll("card-keys")].filter((one) => one === this || (deck && one.getAttribute("deck") === deck)).flatMap((one) => one.cards || []);
    const full = this.cards.length >= (Number(this.getAttribute("most")) || Infinity);
    for (const key of this.querySelectorAll("button[value]")) {
      if (key.title) continue;
      const left = (Number(key.dataset.stock) || Infinity) - used.filter((card) => card === key.value).length;
      key.disabled = left <= 0 || (full && !("alone" in key.dataset));
    }
  }
}
customElements.define("card-keys", CardKeys);
