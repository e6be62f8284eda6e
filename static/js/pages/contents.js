// Without it the contents of the rules stay open above the rule that was chosen in them.
class RulesContents extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", ({ target }) => {
      if (target.closest("a")) this.querySelector("details").open = false;
    });
  }
}
customElements.define("rules-contents", RulesContents);
