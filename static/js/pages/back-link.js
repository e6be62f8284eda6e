// A link back leads to the page one came from, as it was left, if its address matches `from`; else where it says.
class BackLink extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const { previous } = this;
      if (!previous || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      navigation.traverseTo(previous.key);
    });
  }
  get previous() {
    const before = window.navigation?.entries().slice(0, navigation.currentEntry.index) ?? [];
    const path = (entry) => new URL(entry.url).pathname;
    const previous = before.findLast((entry) => entry.url && path(entry) !== location.pathname);
    const start = document.querySelector("offline-app").getAttribute("worker").replace("sw.js", "");
    return previous && new RegExp(`^${start}(${this.getAttribute("from")})$`).test(path(previous)) ? previous : null;
  }
}
customElements.define("back-link", BackLink);
