// Sends a form as soon as something is chosen in it. Without it each choice above the figures needs a tap on “Show”.
class SubmitOnChange extends HTMLElement {
  connectedCallback() {
    const form = this.closest("form");
    form.addEventListener("change", ({ target }) => target.matches("select") && form.requestSubmit());
  }
}
customElements.define("submit-on-change", SubmitOnChange);
