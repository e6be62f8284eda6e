// What the server would not take, in its words: it asks for attention until somebody decides.
class NotTaken extends HTMLElement {
  connectedCallback() {
    const { what, refused, told } = this.item, typed = document.createElement("small");
    typed.textContent = told;
    this.replaceChildren(`${what} was not taken: ${refused} `, typed, this.way("Look at it", "look"), this.way("Throw it away", "drop"));
  }
  way(textContent, verb) { return Object.assign(document.createElement("button"), { textContent, onclick: () => this[verb](this.closest("out-going")) }); }
  // It is sent once more: it may be taken now; else it is shown.
  look(going) {
    going.looked = this.item.key;
    going.box.write({ ...this.item, refused: "" });
    going.send();
  }
  drop({ box }) {
    if (!confirm(`Throw away what you entered for ${this.item.what}?`)) return;
    box.drop(this.item);
    if (document.querySelector("[data-ahead]")) location.reload();
  }
}
customElements.define("not-taken", NotTaken);
