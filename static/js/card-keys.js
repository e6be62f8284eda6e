// Keys that write several cards into one answer; what is used up in the deck cannot be tapped.
class CardKeys extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.input = this.querySelector("input");
    this.most = Number(this.getAttribute("most")) || Infinity;
    this.addEventListener("click", ({ target }) => this.tapped(target.closest("button")));
    this.form.addEventListener("change", () => this.count());
    this.form.addEventListener("keys", () => this.count(), { capture: true });
    this.count();
  }
  get joint() { return this.hasAttribute("joined") ? "" : " "; }
  get cards() { return this.querySelector("input").value.split(this.joint).filter(Boolean); }
  get said() { return this.cards.map((card) => this.key(card)?.textContent ?? card).join(this.joint); }
  key(card) { return this.querySelector(`button[value="${CSS.escape(card)}"]`); }
  isAlone(card) { return "alone" in (this.key(card)?.dataset ?? {}); }

  tapped(key) {
    if (!key) return;
    if ("done" in key.dataset) return this.done();
    const before = this.cards.filter((card) => !this.isAlone(card));
    const cards = "back" in key.dataset ? before.slice(0, -1) : this.isAlone(key.value) ? [key.value] : [...before, key.value];
    this.input.value = cards.join(this.joint);
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
    if (this.isAlone(key.value) || cards.length === this.most) this.done();
  }
  done() { this.dispatchEvent(new Event("done", { bubbles: true })); }

  count() {
    this.dataset.said = this.said;
    const deck = this.getAttribute("deck");
    const sharing = deck ? [...this.form.querySelectorAll(`card-keys[deck="${deck}"]`)] : [this];
    const used = sharing.flatMap((one) => one.cards);
    for (const key of this.querySelectorAll("button[value]")) {
      if (key.title) continue;
      const left = (Number(key.dataset.stock) || Infinity) - used.filter((card) => card === key.value).length;
      key.disabled = left <= 0 || (this.cards.length >= this.most && !this.isAlone(key.value));
    }
  }
}
customElements.define("card-keys", CardKeys);
