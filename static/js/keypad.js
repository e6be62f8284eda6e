// The keypad asks one question at a time: a tap answers it and moves on to the next one that has no answer.
class KeyPad extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.addEventListener("change", ({ target }) => this.handleAnswer(target.closest("fieldset")));
    this.addEventListener("done", ({ target }) => this.select(this.next(target.closest("fieldset"))));
    this.form.addEventListener("click", (event) => this.handleClick(event));
    this.form.addEventListener("htmx:afterSettle", () => this.select(this.current));
    this.select(this.question(location.hash.slice(3)) || this.next(null));
  }
  get questions() { return [...this.querySelectorAll("fieldset")]; }
  question(name) { return this.questions.find(({ dataset }) => dataset.name === name); }
  answer(name) { return new FormData(this.form).get(name); }
  cell({ dataset }) { return this.form.querySelector(`[data-question="${CSS.escape(dataset.name)}"]`); }

  // A counted zero is an answer, and so is a key that says "none"; only nothing at all is not.
  isAnswered(question) {
    const answer = this.answer(question.dataset.name);
    return question.querySelector("card-keys") ? !!answer : answer !== null;
  }
  isAsked({ dataset: { when = "", unless = "" } }) {
    const [name, values] = when.split("=");
    if (name && !values.split("|").includes(this.answer(name) ?? "")) return false;
    return !unless.split(" ").some((other) => other && this.answer(other));
  }
  // The first open question behind this one, else the first open one at all.
  next(question) {
    const inTurn = this.questions.filter(({ dataset }) => !("passedOver" in dataset) && !dataset.beside);
    const asked = inTurn.filter((one) => this.isAsked(one));
    const open = asked.filter((one) => !this.isAnswered(one));
    const follows = (one) => question && question.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    return open.find(follows) || open[0] || question || asked[0];
  }
  select(question) {
    if (question !== this.current) this.cell(question)?.scrollIntoView({ block: "nearest" });
    this.current = question;
    const { name } = question.dataset;
    for (const one of this.questions) {
      const isBeside = one.dataset.beside === name && this.isAsked(one);
      one.toggleAttribute("data-current", one === question || isBeside);
    }
    for (const cell of this.form.querySelectorAll("[data-question]")) {
      cell.toggleAttribute("data-current", cell.dataset.question === name);
    }
    for (const key of question.querySelectorAll("[data-outline]")) {
      key.toggleAttribute("data-bid", key.value === this.answer(key.dataset.outline));
    }
  }
  handleAnswer(question) {
    const keys = question.querySelector("card-keys");
    const text = keys ? keys.text : question.querySelector(":checked + span")?.textContent;
    const cell = this.cell(question);
    // The server says it again in a moment; the thumb should not have to wait for it.
    if (cell) {
      cell.lastElementChild.textContent = text || "·";
      cell.classList.toggle("unset", !text);
    }
    if (!keys) this.select(this.next(question));
  }
  handleClick(event) {
    const cell = event.target.closest("[data-question]");
    const shortcut = event.target.closest("[data-answers]");
    if (cell || shortcut) event.preventDefault();
    if (cell) this.select(this.question(cell.dataset.question));
    else if (shortcut) this.enter(JSON.parse(shortcut.dataset.answers));
  }
  enter(answers) {
    const { elements } = this.form;
    for (const [name, value] of Object.entries(answers)) elements[name].value = value;
    elements.derived.value = "";
    this.dispatchEvent(new Event("answers"));
    this.select(this.next(null));
  }
}
customElements.define("key-pad", KeyPad);

// Keys that write several cards into one answer; a card that is used up in its deck cannot be tapped.
class CardKeys extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.most = Number(this.getAttribute("most")) || Infinity;
    this.addEventListener("click", ({ target }) => this.handleClick(target.closest("button")));
    this.form.addEventListener("change", () => this.update());
    this.form.addEventListener("answers", () => this.update(), { capture: true });
    this.update();
  }
  get input() { return this.querySelector("input"); }
  get separator() { return this.hasAttribute("joined") ? "" : " "; }
  get cards() { return this.input.value.split(this.separator).filter(Boolean); }
  get text() { return this.cards.map((card) => this.key(card)?.textContent ?? card).join(this.separator); }
  key(card) { return this.querySelector(`button[value="${CSS.escape(card)}"]`); }
  isAlone(card) { return "alone" in (this.key(card)?.dataset ?? {}); }

  handleClick(key) {
    if (!key) return;
    if ("done" in key.dataset) return this.finish();
    const isAlone = this.isAlone(key.value);
    let cards = this.cards.filter((card) => !this.isAlone(card));
    if ("back" in key.dataset) cards.pop();
    else if (isAlone) cards = [key.value];
    else cards.push(key.value);
    this.input.value = cards.join(this.separator);
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
    if (isAlone || cards.length === this.most) this.finish();
  }
  finish() { this.dispatchEvent(new Event("done", { bubbles: true })); }

  update() {
    this.dataset.text = this.text;
    const { cards } = this;
    const deck = this.getAttribute("deck");
    const sharing = deck ? [...this.form.querySelectorAll(`card-keys[deck="${deck}"]`)] : [this];
    const used = sharing.flatMap((one) => one.cards);
    for (const key of this.querySelectorAll("button[value]")) {
      // A key with a title says itself why it is disabled.
      if (key.title) continue;
      const left = (Number(key.dataset.stock) || Infinity) - used.filter((card) => card === key.value).length;
      key.disabled = left <= 0 || (cards.length >= this.most && !this.isAlone(key.value));
    }
  }
}
customElements.define("card-keys", CardKeys);

// Answers that add up: when all but one are there the last one follows, until somebody types it.
class SumTotal extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.names = this.getAttribute("names").split(" ");
    this.total = Number(this.getAttribute("total"));
    // Before anyone else hears of the change: what follows from it belongs to it.
    this.form.addEventListener("change", ({ target }) => this.handleChange(target.name), { capture: true });
  }
  handleChange(name) {
    if (!this.names.includes(name)) return;
    const { elements } = this.form;
    const derived = new Set(elements.derived.value.split(" ").filter((one) => one && one !== name));
    const open = this.names.filter((one) => !elements[one].value || derived.has(one));
    if (open.length === 1) {
      this.derive(open[0]);
      derived.add(open[0]);
    }
    elements.derived.value = [...derived].join(" ");
  }
  derive(name) {
    const { elements } = this.form;
    const others = this.names.filter((one) => one !== name);
    const rest = others.reduce((left, one) => left - Number(elements[one].value), this.total);
    for (const key of elements[name]) key.checked = key.value === String(rest);
  }
}
customElements.define("sum-total", SumTotal);
