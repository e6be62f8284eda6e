// The way back leads to where one came from, as it was left, if that is one of the pages `from` says; else where it says.
class WayBack extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const last = this.last;
      if (!last || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      navigation.traverseTo(last.key);
    });
  }
  get last() {
    const before = window.navigation?.entries().slice(0, navigation.currentEntry.index) ?? [];
    const path = (entry) => new URL(entry.url).pathname;
    const last = before.findLast((entry) => entry.url && path(entry) !== location.pathname);
    return last && new RegExp(`^/(${this.getAttribute("from")})$`).test(path(last)) ? last : null;
  }
}
customElements.define("way-back", WayBack);
