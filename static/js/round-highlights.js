// Shows once on each phone what a table would call out about a round, when the round comes to the page: not when the page
// is loaded anew. Without it nothing is called out.
class RoundHighlights extends HTMLElement {
  connectedCallback() {
    const round = +this.getAttribute("round");
    const isNew = this.toggleAttribute("new", round > RoundHighlights.latest);
    this.toggleAttribute("shown", isNew && !!this.firstElementChild);
    RoundHighlights.latest = Math.max(round, RoundHighlights.latest ?? 0);
    // In the next frame the keys have their place.
    if (this.hasAttribute("shown")) requestAnimationFrame(() => this.leaveKeys());
  }

  // Never cover what the thumb needs next: the keys (beside, above or below the rows), or the rematch at the end.
  leaveKeys() {
    const keys = document.querySelector(".pad, .result .save")?.getBoundingClientRect();
    if (!keys) return;
    if (keys.left > innerWidth / 4) this.style.right = `${innerWidth - keys.left}px`;
    else if (keys.top >= innerHeight / 4) this.style.bottom = `${Math.max(0, innerHeight - keys.top)}px`;
    else if (keys.bottom <= innerHeight * 3 / 4) this.style.top = `${keys.bottom}px`;
    else this.style.bottom = "50%"; // a deck as high as the screen keeps its lower half
  }
}
customElements.define("round-highlights", RoundHighlights);
