// What the server would not take, in its words: it asks for attention until somebody decides.
class NotTaken extends HTMLElement {
  connectedCallback() {
    const { what, refused } = this.item;
    this.replaceChildren(`${what} was not taken: ${refused} `, this.way("Look at it", "look"), this.way("Throw it away", "drop"));
  }
  way(textContent, verb) {
    return Object.assign(document.createElement("button"), { textContent, onclick: () => this.closest("out-going")[verb](this.item) });
  }
}
customElements.define("not-taken", NotTaken);
