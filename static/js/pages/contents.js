// Closes the contents of the rules when a rule is chosen in them. Without it they stay open above that rule.
class RulesContents extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", ({ target }) => {
      if (target.closest("a")) this.querySelector("details").open = false;
    });
  }
}
customElements.define("rules-contents", RulesContents);
