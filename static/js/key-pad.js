// The pad asks one question at a time: a tap answers it and moves on to the next one that has no answer.
class KeyPad extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.addEventListener("change", ({ target }) => this.answered(target.closest("fieldset")));
    this.addEventListener("done", ({ target }) => this.mark(this.next(target.closest("fieldset"))));
    this.form.addEventListener("click", (event) => this.tapped(event));
    this.form.addEventListener("htmx:afterSettle", () => this.mark(this.marked));
    this.mark(this.named(location.hash.slice(3)) || this.next(null));
  }
  get questions() { return [...this.querySelectorAll("fieldset")]; }
  named(name) { return this.questions.find((question) => question.dataset.name === name); }
  answer(name) { return new FormData(this.form).get(name); }
  cell({ dataset }) { return this.form.querySelector(`[data-question="${CSS.escape(dataset.name)}"]`); }

  // A counted zero is an answer, and so is a key that says "none"; only nothing at all is not.
  isAnswered(question) {
    const answer = this.answer(question.dataset.name);
    return question.querySelector("card-keys") ? !!answer : answer !== null;
  }
  isAsked({ dataset: { when = "", unless = "" } }) {
    const [other, wanted] = when.split("=");
    if (other && !wanted.split("|").includes(this.answer(other) ?? "")) return false;
    return !unless.split(" ").some((name) => name && this.answer(name));
  }
  next(after) {
    const asked = this.questions.filter((one) => !("passedOver" in one.dataset) && !one.dataset.beside && this.isAsked(one));
    const open = asked.filter((one) => !this.isAnswered(one));
    return open.find((one) => after && after.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) || open[0] || after || asked[0];
  }
  mark(question) {
    if (question !== this.marked) this.cell(question)?.scrollIntoView({ block: "nearest" });
    this.marked = question;
    const { name } = question.dataset;
    for (const one of this.questions) one.toggleAttribute("data-marked", one === question || (one.dataset.beside === name && this.isAsked(one)));
    for (const cell of this.form.querySelectorAll("[data-question]")) cell.toggleAttribute("data-marked", cell.dataset.question === name);
    for (const key of question.querySelectorAll("[data-outline]")) key.toggleAttribute("data-bid", key.value === this.answer(key.dataset.outline));
  }
  answered(question) {
    const keys = question.querySelector("card-keys");
    const said = keys ? keys.said : question.querySelector(":checked + span")?.textContent;
    const cell = this.cell(question);
    // The server says it again in a moment; the thumb should not have to wait for it.
    if (cell) cell.lastElementChild.textContent = said || "·", cell.classList.toggle("unset", !said);
    if (!keys) this.mark(this.next(question));
  }
  tapped(event) {
    const cell = event.target.closest("[data-question]");
    const shortcut = event.target.closest("[data-answers]");
    if (!cell && !shortcut) return;
    event.preventDefault();
    if (cell) return this.mark(this.named(cell.dataset.question));
    for (const [name, value] of Object.entries(JSON.parse(shortcut.dataset.answers))) this.form.elements[name].value = value;
    this.form.elements.derived.value = "";
    this.dispatchEvent(new Event("keys"));
    this.mark(this.next(null));
  }
}
customElements.define("key-pad", KeyPad);
