// Answers that add up: when all but one are there, the last one follows, until somebody types it.
class SumTotal extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.names = this.getAttribute("names").split(" ");
    this.total = Number(this.getAttribute("total"));
    // Before anyone else hears of the change: what follows from it belongs to it.
    this.form.addEventListener("change", ({ target }) => this.changed(target.name), { capture: true });
  }
  answer(name) { return this.form.elements[name].value; }
  changed(name) {
    if (!this.names.includes(name)) return;
    const filledIn = this.form.elements.derived.value.split(" ").filter((one) => one && one !== name);
    const open = this.names.filter((one) => !this.answer(one) || filledIn.includes(one));
    if (open.length === 1) {
      const said = this.names.filter((one) => one !== open[0]).reduce((sum, one) => sum + Number(this.answer(one)), 0);
      const rest = String(this.total - said);
      for (const key of this.form.elements[open[0]]) key.checked = key.value === rest;
      filledIn.push(open[0]);
    }
    this.form.elements.derived.value = [...new Set(filledIn)].join(" ");
  }
}
customElements.define("sum-total", SumTotal);
