// The sheet that says why a number is what it is: it comes up when htmx has filled it.
class WhySheet extends HTMLElement {
  connectedCallback() {
    this.addEventListener("htmx:afterSwap", () => this.showPopover());
    this.addEventListener("click", (event) => {
      if (!event.target.closest("[data-close]")) return;
      event.preventDefault();
      this.hidePopover();
    });
  }
}
customElements.define("why-sheet", WhySheet);
