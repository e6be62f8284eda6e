// A round of the outbox that the server refused, with its reason: it asks for attention until somebody decides.
class RefusedRound extends HTMLElement {
  static of(item) { return Object.assign(document.createElement("refused-round"), { item }); }

  connectedCallback() {
    const { label, refusal, summary } = this.item;
    const typed = Object.assign(document.createElement("small"), { textContent: summary });
    this.replaceChildren(
      `${label} was not taken: ${refusal} `,
      typed,
      this.button("Look at it", () => this.reopen()),
      this.button("Throw it away", () => this.discard()),
    );
  }
  button(textContent, onclick) { return Object.assign(document.createElement("button"), { textContent, onclick }); }
  get outbox() { return this.closest("round-outbox"); }

  // It is sent once more: it may be taken now; else its form is shown.
  reopen() {
    const { outbox } = this;
    outbox.reopened = this.item.key;
    outbox.write({ ...this.item, refusal: "" });
    outbox.send();
  }
  discard() {
    if (!confirm(`Throw away what you entered for ${this.item.label}?`)) return;
    this.outbox.drop(this.item);
    if (document.querySelector("[data-next-round]")) location.reload();
  }
}
customElements.define("refused-round", RefusedRound);
