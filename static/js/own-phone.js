// A player's own phone: buzzes when the table begins to wait for it, if its holder wants that. Without it the page says so
// silently.
class OwnTurn extends HTMLElement {
  static wasAsked = false;

  connectedCallback() {
    const isNew = !OwnTurn.wasAsked;
    OwnTurn.wasAsked = true;
    if (isNew && document.documentElement.dataset.turn === "buzz") navigator.vibrate?.(200);
  }
  disconnectedCallback() {
    // A poll draws the element anew while the table still waits.
    setTimeout(() => { OwnTurn.wasAsked = !!document.querySelector("own-turn"); });
  }
}
customElements.define("own-turn", OwnTurn);

// Turns over like cards what was hidden and is shown now. Without it the bids are there at once.
class HiddenAnswers extends HTMLElement {
  static observedAttributes = ["names"];
  static names = [];

  attributeChangedCallback() {
    const shown = HiddenAnswers.names.filter((name) => !this.names.includes(name));
    HiddenAnswers.names = this.names;
    for (const name of shown) {
      document.querySelector(`[data-question="${CSS.escape(name)}"]`)?.setAttribute("data-turned", "");
    }
  }
  get names() { return this.getAttribute("names").split(" ").filter(Boolean); }
}
customElements.define("hidden-answers", HiddenAnswers);
