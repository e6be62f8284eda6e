// Shows once on each phone what a table would call out about a round, when the round comes to the page: not when the page
// is loaded anew. Without it nothing is called out.
class RoundHighlights extends HTMLElement {
  connectedCallback() {
    const round = +this.getAttribute("round");
    this.toggleAttribute("shown", !!this.firstElementChild && round > RoundHighlights.latest);
    RoundHighlights.latest = Math.max(round, RoundHighlights.latest ?? 0);
  }
}
customElements.define("round-highlights", RoundHighlights);
