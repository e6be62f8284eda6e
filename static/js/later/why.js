// Shows the reasons of a number on a sheet that comes up from below. Without it they are a page of their own.
class WhySheet extends HTMLElement {
  connectedCallback() {
    this.closest("#page").addEventListener("click", (event) => this.handleLink(event));
    this.addEventListener("click", (event) => {
      if (!event.target.closest("[data-close]")) return;
      event.preventDefault();
      this.hidePopover();
    });
  }
  async handleLink(event) {
    const link = event.target.closest(".why-link");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) return location.assign(link.href);
    this.innerHTML = await answer.text();
    this.showPopover();
  }
}
customElements.define("why-sheet", WhySheet);
