// A ruling is about the earlier taps until the next response arrives; on a bad network it is requested again.
// Without it each key that is tapped loads the page.
class QuestionRuling extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.form.addEventListener("change", ({ target }) => this.handleChange(target));
    this.form.addEventListener("htmx:beforeRequest", () => { this.sent = this.answers; });
    this.form.addEventListener("htmx:beforeSwap", ({ detail }) => { detail.shouldSwap &&= this.sent === this.answers; });
    this.form.addEventListener("htmx:sendError", () => setTimeout(() => this.form.dispatchEvent(new Event("change")), 2000));
  }
  get answers() { return new URLSearchParams(new FormData(this.form)).toString(); }
  handleChange({ name }) {
    this.firstElementChild.dataset.outdated = "";
    // The number of players decides which fields are asked.
    if (name === "players") this.form.submit();
  }
}
customElements.define("question-ruling", QuestionRuling);
