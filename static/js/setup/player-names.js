// Adds a typed name at Enter, shows the chips whose names begin with the typed letters, and keeps the focus in the
// field while the seats below it change. Without it each name needs a tap on "Add", and known names are searched by
// eye.
class PlayerNames extends HTMLElement {
  connectedCallback() {
    this.field = this.querySelector("textarea");
    this.button = this.querySelector("button");
    this.form = this.closest("form");
    this.field.addEventListener("keydown", (event) => this.enter(event));
    this.field.addEventListener("input", () => this.suggest());
    // A button that takes the focus closes the phone's keyboard.
    this.form.addEventListener("mousedown", (event) => {
      if (document.activeElement === this.field && event.target.closest(".chip, .add button")) event.preventDefault();
    });
    this.form.addEventListener("htmx:configRequest", (event) => this.send(event));
    this.form.addEventListener("htmx:afterRequest", (event) => this.sent(event));
  }
  get letters() {
    return this.field.value.split(/[,;、،\n]/).pop().trim();
  }
  enter(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    if (this.field.value.trim()) this.button.click();
  }
  suggest() {
    const letters = this.letters.toLocaleLowerCase();
    for (const chip of this.form.querySelectorAll(".chip[name=player]")) {
      chip.hidden = letters ? !chip.value.toLocaleLowerCase().startsWith(letters) : "more" in chip.dataset;
    }
  }
  send(event) {
    this.typed = this.field.value;
    // A chip stands for the letters it was found by.
    if (event.target.matches(".chip") && this.letters) {
      const before = this.typed.slice(0, this.typed.lastIndexOf(this.letters));
      event.detail.formData.set("players", before);
    }
  }
  sent(event) {
    if (!event.detail.successful && event.detail.xhr.status !== 422) return;
    if (this.field.value === this.typed) this.field.value = "";
    this.suggest();
  }
}
customElements.define("player-names", PlayerNames);
