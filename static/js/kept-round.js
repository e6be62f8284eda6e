// A round that is saved goes into the outbox first: from there it is sent, now or when there is a network.
class KeptRound extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.form.addEventListener("htmx:beforeRequest", (event) => this.asked(event));
  }
  asked(event) {
    const { elt, requestConfig: { path } } = event.detail;
    if (elt !== this.form || path !== elt.getAttribute("action")) return;
    event.preventDefault();
    this.put(path, document.querySelector("out-box"));
  }
  put(path, box) {
    const { form } = this, { items } = box, said = new URLSearchParams(new FormData(form)), what = form.dataset.what;
    const [key, number, seen] = ["key", "number", "seen"].map((name) => said.get(name)), [match] = path.match(/^\/\w+\/\d+\//);
    // Another answer to what was refused goes where that stood, before what was entered after it.
    const old = items.find((one) => one.key === key || (one.refused && one.path === path && one.number === number));
    if (old) box.drop(old);
    const place = (old ?? items.at(-1))?.place ?? 0;
    box.begin({ key, path, match, number, seen: +seen, place: old ? place : place + 1, what, told: this.told, said: `${said}` });
    localStorage.removeItem(`typed ${path} ${number}`);
  }
  get told() {
    const cells = [...this.form.querySelectorAll("[data-question][aria-label]:not(.unset)")];
    return cells.map((cell) => cell.getAttribute("aria-label").replace(/[^:]*$/, ` ${cell.lastElementChild.textContent}`)).join(", ");
  }
}
customElements.define("kept-round", KeptRound);
