// Without it the reasons of a number are a page of their own. The sheet comes up when htmx has filled it. Of the many
// links to it htmx knows none; each would cost time whenever a page is shown.
class WhySheet extends HTMLElement {
  connectedCallback() {
    this.closest("#page").addEventListener("click", (event) => this.handleLink(event));
    this.addEventListener("htmx:afterSwap", () => this.showPopover());
    this.addEventListener("click", (event) => {
      if (!event.target.closest("[data-close]")) return;
      event.preventDefault();
      this.hidePopover();
    });
  }
  handleLink(event) {
    const link = event.target.closest(".why-link");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    htmx.ajax("GET", link.href, { source: this, target: this, swap: "innerHTML show:none" });
  }
}
customElements.define("why-sheet", WhySheet);
