// The pad shows one question at a time: a tap answers it and moves on to the next one not answered yet.
class KeyPad extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.addEventListener("change", (event) => this.answered(event.target.closest("fieldset")));
    this.addEventListener("done", (event) => this.markNext(event.target.closest("fieldset")));
    this.form.addEventListener("click", (event) => this.tapped(event));
    this.form.addEventListener("htmx:afterSettle", () => this.mark(this.marked));
    const asked = location.hash && this.querySelector(CSS.escape ? `[data-name="${CSS.escape(location.hash.slice(3))}"]` : null);
    asked ? this.mark(asked) : this.markNext(null);
  }
  get questions() { return [...this.querySelectorAll("fieldset")]; }
  get derived() { return this.form.elements.derived; }
  answer(name) {
    const field = this.form.elements[name];
    return field && (field instanceof RadioNodeList || field.type !== "radio" ? field.value : field.checked ? field.value : "");
  }
  isAnswered(question) {
    const name = question.dataset.name;
    return this.answer(name) !== "" || !!question.querySelector("input[type=radio]:checked");
  }
  isAsked({ dataset }) {
    const [other, wanted] = (dataset.when || "").split("=");
    if (other && !wanted.split("|").includes(this.answer(other))) return false;
    return !(dataset.unless || "").split(" ").some((name) => name && this.answer(name));
  }
  tapped(event) {
    const cell = event.target.closest("[data-question]");
    const shortcut = event.target.closest("[data-answers]");
    if (!cell && !shortcut) return;
    event.preventDefault();
    if (cell) return this.mark(this.querySelector(`[data-name="${CSS.escape(cell.dataset.question)}"]`));
    for (const [name, value] of Object.entries(JSON.parse(shortcut.dataset.answers))) this.form.elements[name].value = value;
    this.derived.value = "";
    this.dispatchEvent(new Event("keys"));
    this.markNext(null);
  }
  answered(question) {
    if (question.dataset.sum) this.derive(question);
    if (!question.querySelector("card-keys")) this.markNext(question);
  }
  derive({ dataset: { sum, total, name } }) {
    const group = this.questions.filter((question) => question.dataset.sum === sum);
    const derived = this.derived.value.split(" ").filter((one) => one && one !== name);
    const open = group.filter((one) => !this.isAnswered(one) || derived.includes(one.dataset.name));
    if (open.length !== 1) return (this.derived.value = derived.join(" "));
    const last = open[0].dataset.name;
    const rest = total - group.reduce((all, one) => all + (one === open[0] ? 0 : Number(this.answer(one.dataset.name))), 0);
    for (const key of open[0].querySelectorAll("input")) key.checked = Number(key.value) === rest;
    this.derived.value = [...new Set([...derived, last])].join(" ");
  }
  markNext(after) {
    const open = this.questions.filter((one) => !("passedOver" in one.dataset) && !one.dataset.beside && this.isAsked(one) && !this.isAnswered(one));
    const later = after && open.find((one) => after.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    this.mark(later || open[0] || after || this.questions.findLast((one) => this.isAsked(one)));
  }
  mark(question) {
    this.marked = question;
    for (const one of this.questions) one.toggleAttribute("data-marked", one === question || one.dataset.beside === question.dataset.name);
    for (const cell of this.form.querySelectorAll("[data-question]")) cell.toggleAttribute("data-marked", cell.dataset.question === question.dataset.name);
    for (const key of question.querySelectorAll("[data-outline]")) key.toggleAttribute("data-bid", key.value === this.answer(key.dataset.outline));
  }
}
customElements.define("key-pad", KeyPad);
