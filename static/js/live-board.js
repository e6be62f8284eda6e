// What others enter shows here too, a few seconds later: never under the fingers of somebody who types.
class LiveBoard extends HTMLElement {
  connectedCallback() {
    this.typed = 0;
    const page = this.closest("#page");
    page.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.elt !== this) this.typed = Infinity; });
    page.addEventListener("htmx:afterRequest", ({ detail }) => this.answered(detail));
    this.addEventListener("htmx:configRequest", ({ detail }) => { detail.parameters.seen = this.seen; });
    this.addEventListener("htmx:beforeOnLoad", (event) => this.changed(event));
    this.look = () => document.hidden || this.dispatchEvent(new Event("look"));
    document.addEventListener("visibilitychange", this.look);
    this.wait(3);
  }
  disconnectedCallback() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.look);
  }
  // Each tap of our own is answered with the draft as it is then: that is what this phone has seen.
  get seen() {
    const form = document.forms.entry;
    return form ? `${form.elements.seen.value}.${form.elements.draft.value}.${form.querySelector("#ledger").dataset.pen}` : this.getAttribute("seen");
  }
  get busy() {
    return Date.now() - this.typed < 5000 || document.querySelector("#why:popover-open, details[open], input:not([type=radio]):focus");
  }
  wait(seconds) {
    this.pause = Math.min(seconds, 30);
    clearTimeout(this.timer);
    this.timer = setTimeout(this.look, this.pause * 1000);
  }
  answered({ elt, successful, xhr }) {
    if (elt !== this && successful) this.typed = Date.now();
    this.wait(elt === this && xhr.status !== 200 ? this.pause * 1.25 : 3);
  }
  changed(event) {
    if (event.detail.xhr.status !== 200 || !this.busy) return;
    event.preventDefault();
    this.firstElementChild.hidden = false;
  }
}
customElements.define("live-board", LiveBoard);
