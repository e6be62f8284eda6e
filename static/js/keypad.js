// Asks one question at a time: a tap answers it and moves on to the next one that has no answer. A complete round
// rests: no key is there to be touched by mistake until a cell of the rows brings its question back. Without it a round
// is one long form.
class KeyPad extends HTMLElement {
  // The cell that was tapped last, and its round: a page that comes as the answer to the tap before still asks for it.
  // `typed`: the number that was changed since its question was asked, so that the next digit goes on with it.
  static chosen = { round: "", name: "", typed: "" };

  connectedCallback() {
    this.form = this.closest("form");
    this.addEventListener("change", ({ target }) => this.handleAnswer(target.closest("fieldset")));
    this.addEventListener("done", ({ target }) => this.goOn(target.closest("fieldset")));
    this.addEventListener("click", (event) => this.handleSameAnswer(event));
    this.form.addEventListener("click", (event) => this.handleClick(event));
    this.form.addEventListener("submit", () => this.choose(null));
    this.form.addEventListener("shown", () => this.handleReceived());
    for (const event of ["change", "answers"]) {
      this.addEventListener(event, () => { this.isUnsent ||= !window.htmx && !this.isHeld; });
    }
    this.addEventListener("htmx:afterProcessNode", () => this.sendUnsent());
    this.addEventListener("htmx:confirm", (event) => this.isHeld && event.preventDefault());
    this.addEventListener("htmx:beforeOnLoad", (event) => this.isOfPage(event) || event.preventDefault());
    const isSameRound = KeyPad.chosen.round === this.round;
    if (!isSameRound) this.choose(null);
    const chosen = isSameRound && this.question(KeyPad.chosen.name);
    const asked = chosen || this.question(location.hash.slice(3)), first = asked ?? this.querySelector("[data-current]");
    // A page opens at its top, but for a score sheet that is higher than any screen.
    const scrolls = !!asked || !!this.closest("[data-has~=columns]");
    if (first && !this.isRefused) this.select(first, scrolls);
    else this.goOn(null, scrolls);
  }
  get questions() { return [...this.querySelectorAll("fieldset")]; }
  get round() { return `${this.form.getAttribute("action")} ${this.form.elements.number?.value}`; }
  get rests() { return this.form.hasAttribute("data-rests"); }
  get rows() { return this.form.querySelector("#entry-rows, #question-fields"); }
  get saveButton() { return this.form.querySelector(".save[data-to-go]"); }
  get isRefused() { return "refused" in this.rows.dataset; }
  // Half a number is not sent, nor what is only restored; nor anything before what waits in the outbox.
  get isHeld() {
    return this.isHalf || this.form.querySelector("round-draft")?.isAnnouncing || isOnHold(location.pathname);
  }
  // What was tapped before htmx was there (`later-script.js`).
  sendUnsent() {
    if (this.isUnsent) this.dispatchEvent(new Event("answers"));
    this.isUnsent = false;
  }
  isOfPage({ defaultPrevented, detail: { xhr: { status, responseText } } }) {
    return !defaultPrevented && isOurPage(responseText) && !(status === 200 && reloadForRelease(responseText));
  }
  question(name) { return this.querySelector(`#${CSS.escape(`q-${name}`)}`); }
  // The value of one key alone is no answer until it is tapped.
  answer(name) {
    const keys = this.form.elements[name];
    return keys?.type === "radio" && !keys.checked ? "" : keys?.value ?? "";
  }
  cell({ dataset }) { return this.form.querySelector(`[data-question="${CSS.escape(dataset.name)}"]`); }

  // A counted zero is an answer, and so is a key that says "none"; only nothing at all is not. What the server says
  // follows from the others is not asked.
  isAnswered(question) {
    if ("answered" in question.dataset) return true;
    const { name } = question.dataset, cards = question.querySelector("card-keys"), answer = this.answer(name);
    if (this.rows.dataset.derived?.split(" ").includes(name)) return true;
    if (!cards) return !!question.querySelector(":checked");
    return !!answer && answer.split(" ").length >= Number(cards.getAttribute("least"));
  }
  isAsked({ dataset: { when = "", skipIfAnswered = "" } }) {
    return this.holds(when) && !skipIfAnswered.split(" ").some((other) => other && this.answer(other));
  }
  // A condition such as "way=cards|live"; an empty one always holds. Parts joined by "&" hold together, and of those
  // joined by ";" one has to.
  holds(condition) {
    const holdsPart = (part) => {
      const [name, values] = part.split("=");
      return !name || values.split("|").includes(this.answer(name));
    };
    return condition.split(";").some((parts) => parts.split("&").every(holdsPart));
  }
  isSkipped({ dataset: { onlyWhenTapped } }) { return onlyWhenTapped !== undefined && this.holds(onlyWhenTapped); }
  get open() { return this.questions.filter((one) => this.isAsked(one) && !this.isAnswered(one)); }
  // A question that is answered in part must be completed.
  get needed() { return this.open.filter(({ dataset }) => "needed" in dataset || this.answer(dataset.name)); }
  // A player's own phone asks only for some of it.
  get isComplete() { return "complete" in this.rows.dataset || (!!this.saveButton && !this.needed.length); }

  // The first open question behind this one, else the first open one at all; none in a complete round.
  next(question) {
    const open = this.open.filter((one) => !this.isSkipped(one)).map((one) => this.lead(one));
    const follows = (one) => question && question.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    return open.find(follows) || open[0];
  }
  // Lines beside a line are asked all at once, whichever of them is meant.
  lead(question) {
    const other = this.question(question.dataset.shownWith);
    return other?.dataset.shownWith ? other : question;
  }
  goOn(question, scrolls = true) {
    this.choose(null);
    const next = this.next(question);
    if (!next || this.isRefused) this.rest(scrolls);
    else if (next === this.current) this.mark();
    else this.select(next, scrolls);
  }
  // A question to the referee is never complete: there may be another card.
  rest(scrolls = true) {
    if (this.hasAttribute("always-open")) return this.mark(scrolls);
    this.current = null;
    this.mark(scrolls);
    if (!scrolls || this.form.hasAttribute("data-refused")) return;
    whenStyled(() => {
      scrollTo(0, 0);
      this.saveButton?.parentElement.scrollIntoView({ block: "nearest" });
    });
  }
  select(asked, scrolls = true) {
    const question = this.current = this.lead(asked), wasHigh = this.isHigh;
    this.answerBefore = this.answer(question.dataset.name);
    // A number with all its digits has its keys again. In a page that is just coming they are no element of ours yet.
    question.querySelector("card-keys")?.update?.();
    this.mark();
    if (scrolls) whenStyled(() => this.current === question && this.show(question, wasHigh));
  }
  get isHigh() {
    return this.form.matches("[data-deck], [data-lines]");
  }
  // Its cell, clear of the keys, and its keys; of a deck and what stands beside it, and of lines, all at once, or the
  // beginning where they are too high.
  show(question, wasHigh) {
    if (this.hasAttribute("always-open")) return;
    const cell = !this.isHigh && this.cell(question), keys = cell ? question : this;
    if (cell && wasHigh) scrollTo(0, 0);
    const isAbove = keys.getBoundingClientRect().bottom <= this.rows.getBoundingClientRect().top;
    if (cell && !isAbove) {
      cell.scrollIntoView({ block: "nearest" });
      const { top, left } = question.getBoundingClientRect(), place = cell.getBoundingClientRect();
      if (left < place.right) scrollBy(0, Math.max(place.bottom - top, 0));
    }
    const { top, bottom, height } = keys.getBoundingClientRect();
    const isCut = height > innerHeight;
    if (top < 0 || (isCut ? top > innerHeight / 2 : bottom > innerHeight)) keys.scrollIntoView({ block: isCut ? "start" : "nearest" });
  }
  // Shows which question is asked, in the keypad and in the rows, and how far Save is.
  mark(scrolls = true) {
    const name = this.current?.dataset.name;
    this.form.toggleAttribute("data-rests", !name);
    // At once, with room for the reasons or the refusal still to come: nothing moves under a thumb on its way to Save.
    this.form.toggleAttribute("data-complete", !name && this.isComplete);
    const isRefused = this.form.toggleAttribute("data-refused", !name && this.isRefused);
    if (isRefused && scrolls) whenStyled(() => this.form.querySelector("#preview").scrollIntoView({ block: "nearest" }));
    this.form.toggleAttribute("data-deck", !!this.current?.querySelector(".key-group"));
    this.form.toggleAttribute("data-lines", !!name && this.current.dataset.shownWith === name);
    for (const one of this.questions) {
      const isBeside = name && one.dataset.shownWith === name && this.isAsked(one);
      one.toggleAttribute("data-current", one === this.current || !!isBeside);
    }
    for (const cell of this.form.querySelectorAll("[data-question]")) {
      const question = this.question(cell.dataset.question);
      cell.classList.toggle("unasked", !!question && !this.isAsked(question));
      cell.toggleAttribute("data-current", cell.dataset.question === name);
      cell.ariaCurrent = cell.dataset.question === name ? "true" : null;
    }
    for (const row of this.form.querySelectorAll(".row")) {
      row.toggleAttribute("data-asked", !!row.querySelector(".cell[data-current]"));
    }
    // Hide the cells of questions that are asked beside this one: their keys show the answers.
    for (const section of this.form.querySelectorAll(".section")) {
      const cells = [...section.querySelectorAll("[data-question]")];
      section.hidden = cells.every((cell) => this.question(cell.dataset.question).matches("[data-current][data-shown-with]"));
    }
    for (const key of this.current?.querySelectorAll("[data-outlined-by] [type=radio]") ?? []) {
      key.parentElement.toggleAttribute("data-bid", key.value === this.answer(this.current.dataset.outlinedBy));
    }
    this.markBarred();
    this.countOpen();
  }
  // The server knows which answers cannot be as things stand.
  markBarred() {
    const barred = JSON.parse(this.rows.dataset.barred ?? "{}");
    for (const question of this.querySelectorAll("fieldset[data-current]")) {
      for (const key of keysOf(question)) {
        const { dataset } = key.closest(".key"), reason = barred[question.dataset.name]?.[key.value];
        if (dataset.barred === reason) continue;
        if (reason === undefined) delete dataset.barred;
        else dataset.barred = reason;
      }
    }
  }
  // Answers that add up: when all but one are there the last one follows, and when nothing is left all others are 0, until
  // somebody types them. `given` is typed now. (As `FixedSum.derived_answers`; the referee's form has no sums.)
  get sums() { return JSON.parse(this.dataset.sums ?? "[]"); }
  derive(given) {
    const { derived = {} } = this.form.elements, following = {}, summed = this.sums.flatMap(([names]) => names);
    const before = derived.value?.split(" ").filter((name) => name && !given.includes(name)) ?? [];
    for (const [names, total, , isSigned] of this.sums) {
      const open = names.filter((name) => before.includes(name) || !this.answer(name));
      const numbers = names.filter((name) => !open.includes(name)).map((name) => this.answer(name));
      const areNumbers = numbers.every((answer) => (isSigned ? /^−?\d{1,5}$/ : /^\d{1,3}$/).test(answer));
      const rest = numbers.reduce((left, number) => left - number.replace(MINUS, "-"), total);
      if (!areNumbers || total && !numbers.length || open.length > 1 && (rest || isSigned)) continue;
      const answer = String(rest).replace("-", MINUS);
      for (const name of open) if (hasKeysFor(this.question(name), answer)) following[name] = answer;
    }
    derived.value = [...before.filter((name) => !summed.includes(name)), ...Object.keys(following)].join(" ");
    for (const name of summed) if (before.includes(name) || name in following) this.fillIn(name, following[name] ?? "");
    for (const name of [...given, ...summed]) this.showAnswer(name);
  }
  fillIn(name, answer) {
    const keys = this.question(name)?.querySelectorAll("[type=radio]") ?? [];
    if (!keys.length) this.form.elements[name].value = answer;
    for (const key of keys) key.checked = key.value === answer;
  }
  // In a fixed sum the last answer is derived: it does not count as left to enter.
  countOpen() {
    const { saveButton } = this;
    if (!saveButton) return;
    const needed = this.needed.map(({ dataset }) => dataset.name);
    const following = this.sums.filter(([names]) => names.some((name) => needed.includes(name)));
    // The last one follows from a number that is being typed, too, once Save is tapped.
    const toGo = this.isComplete ? 0 : Math.max(needed.length - following.length, this.isHalf ? 0 : 1);
    saveButton.dataset.toGo = toGo;
    saveButton.toggleAttribute("data-refused", this.isRefused);
  }
  handleAnswer(question) {
    const { name } = question.dataset;
    this.ask(question);
    if (this.isHalf && name === KeyPad.chosen.typed) this.showAnswer(name);
    else this.derive([name]);
    this.forgetVerdict();
    if (question.querySelector("card-keys")) this.mark();
    else this.goOn(question);
  }
  // A tap on the cell of a conditional question meets its condition. Restoring a draft does not.
  ask(question) {
    const { when = "" } = question.dataset;
    if (this.lead(question) !== this.current || this.holds(when)) return;
    const [name, values] = when.split("=");
    this.fillIn(name, values.split("|")[0]);
    this.derive([name]);
  }
  // The server's verdict is out of date until its next response.
  forgetVerdict() {
    for (const verdict of ["complete", "refused", "derived"]) delete this.rows.dataset[verdict];
  }
  // As the server writes it (`EntryCell`), which says it again in a moment; the thumb should not have to wait for it.
  showAnswer(name) {
    const question = this.question(name), cell = question && this.cell(question), answer = this.answer(name);
    if (!cell || cell.querySelector(".cards") || (!answer && "answered" in question.dataset)) return;
    const { unset, unsetSpoken, long } = this.rows.dataset;
    // Count the cards drawn above the keys until the server responds: a list would push the keys away.
    const drawn = answer && question.querySelector(".given") && String(answer.split(" ").length);
    const was = cell.querySelector("s")?.textContent, text = drawn || inWords(question, answer);
    const tone = keyFor(question, answer)?.closest(".key").dataset.tone ?? "";
    const said = inWords(question, answer, (key) => key.ariaLabel ?? textOf(key), ", ") || unsetSpoken;
    const seen = text && !answer ? `${cell.querySelector("small").textContent} ${text}, ` : "";
    cell.ariaLabel = `${seen}${question.dataset.spoken} ${said}${was ? `, was ${was}` : ""}`;
    cell.lastElementChild.textContent = text || unset;
    cell.dataset.tone = tone;
    const looks = {
      unset: !answer,
      derived: this.form.elements.derived.value.split(" ").includes(name),
      many: drawn || !!question.querySelector("[deck]") || (answer && text.includes(" ") && !tone),
      long: answer && [...text].length > long,
    };
    for (const look in looks) cell.classList.toggle(look, !!looks[look]);
  }
  // No change, but an answer to the question asked: what followed from others is given from now on.
  handleSameAnswer({ target, detail }) {
    if (!detail || !target.matches("[type=radio]") || target.value !== this.answerBefore) return;
    const isDerived = this.form.elements.derived.value.split(" ").includes(target.name);
    if (isDerived) target.dispatchEvent(new Event("change", { bubbles: true }));
    else this.goOn(target.closest("fieldset"));
  }
  // The server knows which answers a round can do without, and when no further answer makes it right. What was chosen by its cell, and cards that are being tapped
  // in, are not interrupted.
  handleReceived() {
    const isDecided = this.isRefused || "complete" in this.rows.dataset;
    if (isDecided && !this.isChosen && !this.current?.querySelector("card-keys")) this.current = null;
    this.mark();
  }
  handleClick(event) {
    const cell = event.target.closest("[data-question]");
    const shortcut = event.target.closest("[data-answers]");
    if (event.target.closest(".save[data-to-go]")) this.endNumber();
    const tooEarly = event.target.closest(".save[data-to-go]:not([data-to-go='0'])");
    const restOfRow = event.target.closest("[data-rest-of-row]");
    if (cell || shortcut || tooEarly) event.preventDefault();
    if (cell) this.handleCell(this.question(cell.dataset.question));
    else if (shortcut) this.enter(JSON.parse(shortcut.dataset.answers), "rest" in shortcut.dataset);
    else if (restOfRow) this.enterRow(restOfRow.dataset.restOfRow);
    else if (tooEarly) {
      if (this.isRefused) this.rest();
      else this.select(this.needed[0]);
      showIgnored(tooEarly);
    }
  }
  // One answer for all open questions in the row of this one.
  enterRow(answer) {
    const cells = this.cell(this.current).closest(".row").querySelectorAll("[data-question]");
    this.enter(Object.fromEntries([...cells].map(({ dataset }) => [dataset.question, answer])), true);
  }
  // Tapped once more, a cell of a complete round lets it rest again.
  handleCell(question) {
    const rests = question === this.current && !this.next(null);
    if (rests) this.rest();
    this.choose(rests ? null : question);
    if (!rests) this.select(question);
  }
  choose(question) {
    this.endNumber();
    this.isChosen = !!question;
    KeyPad.chosen = { round: this.round, name: question?.dataset.name, typed: "" };
  }
  // Half a number in a fixed sum: nothing follows from it, and the server does not hear of it, until it is left.
  get isHalf() { return this.sums.some(([names]) => names.includes(KeyPad.chosen.typed)); }
  endNumber() {
    const { isHalf } = this, { round, typed } = KeyPad.chosen;
    KeyPad.chosen.typed = "";
    if (!isHalf || round !== this.round) return;
    this.derive([typed]);
    this.countOpen();
    this.dispatchEvent(new Event("answers"));
  }
  // The rest is what is open now: a card tapped a moment ago, or offline, was still open when its key was drawn.
  enter(answers, isRest) {
    this.endNumber();
    const given = Object.keys(answers).filter((name) => !isRest || !this.answer(name));
    for (const name of given) this.fillIn(name, answers[name]);
    this.derive(given);
    this.forgetVerdict();
    this.dispatchEvent(new Event("answers"));
    this.goOn(null);
  }
}

const MINUS = "−";

// The keys of a question, the one for a value, the text on a key, and the keys of an answer in words. A number is written with its
// digits, names of sides as “Ada, Ben and Cleo”.
function keysOf(question) { return [...question.querySelectorAll("[type=radio], button[value]")]; }
function keyFor(question, value) { return keysOf(question).find((key) => key.value === value); }
function textOf(key) { return (key.matches("button") ? key : key.nextElementSibling).textContent.trim(); }
function isNumber(question) { return !!question.querySelector("[no-spaces]"); }
function hasKeysFor(question, number) {
  return (isNumber(question) ? [...number] : [number]).every((value) => keyFor(question, value));
}
function inWords(question, answer, words = textOf, separator = " ") {
  const values = question.querySelector("card-keys") ? answer.split(" ").filter(Boolean) : [answer];
  const keys = values.map((value) => isNumber(question) ? undefined : keyFor(question, value));
  const texts = values.map((value, at) => keys[at] ? words(keys[at]) : value);
  const areNames = keys.every((key) => key?.closest(".key").dataset.tone?.startsWith("side-"));
  return areNames ? listed(texts) : texts.join(separator);
}
function listed(names) { return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and "); }

// Keys that write several cards into one answer, or the digits of a number; a card that is used up in its deck cannot be
// tapped.
class CardKeys extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.most = Number(this.getAttribute("most")) || Infinity;
    // Names are for those without a script: here a key must not be sent along besides.
    for (const key of this.querySelectorAll("button[name]")) {
      key.type = "button";
      key.removeAttribute("name");
      if ("back" in key.dataset) key.removeAttribute("value");
    }
    this.addEventListener("click", ({ target }) => this.handleClick(target.closest("button")));
    this.form.addEventListener("change", () => this.update());
    this.form.addEventListener("answers", () => this.update(), { capture: true });
    this.update();
  }
  get input() { return this.querySelector("input"); }
  get isNumber() { return this.hasAttribute("no-spaces"); }
  get separator() { return this.isNumber ? "" : " "; }
  get cards() { return this.input.value.split(this.separator).filter(Boolean); }
  key(card) { return keyFor(this, card); }
  isAlone(card) { return this.most === 1 && !this.isNumber || "alone" in (this.key(card)?.dataset ?? {}); }
  // The first digit in a reopened cell replaces its number; ⌫ and ± edit it.
  get isReopened() { return this.isNumber && KeyPad.chosen.typed !== this.input.name; }

  handleClick(key) {
    if (!key || "restOfRow" in key.dataset) return;
    if ("done" in key.dataset) return this.finish();
    const isBack = "back" in key.dataset;
    const cards = isBack ? this.cards.slice(0, -1) : this.with(key.value);
    if (key.value !== MINUS || !this.digits.length) KeyPad.chosen.typed = this.input.name;
    this.input.value = cards.join(this.separator);
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
    if (!isBack && this.isWhole) this.finish();
  }
  with(card) {
    if (this.isAlone(card)) return [card];
    if (!this.isNumber) return [...this.cards.filter((one) => !this.isAlone(one)), card];
    const isBelowZero = this.cards[0] === MINUS, isReplaced = this.isZero || (card !== MINUS && this.isReopened);
    const digits = isReplaced ? [] : this.digits;
    if (card === MINUS) return isBelowZero ? digits : [MINUS, ...digits];
    return [...(isBelowZero ? [MINUS] : []), ...digits, card];
  }
  get digits() { return this.cards.filter((card) => card !== MINUS); }
  get isZero() { return this.isNumber && this.digits.join("") === "0"; }
  get isFull() { return this.digits.length >= this.most; }
  // Nothing can follow: the next question comes by itself.
  get isWhole() { return this.isFull || this.isZero || this.cards.some((card) => this.isAlone(card)); }
  // Nobody is passed over by a tap too many.
  get isLeft() { return !!this.digits.length || !("needed" in this.closest("fieldset").dataset); }
  // Above the keys, or in the cell of the question.
  get given() {
    const cell = () => this.form.querySelector(`[data-question="${CSS.escape(this.input.name)}"]`);
    return this.querySelector(".given") ?? cell()?.querySelector(".cards");
  }
  drawn(card) {
    const item = document.createElement(this.given.matches("ol") ? "li" : "b"), key = this.key(card);
    item.textContent = key?.textContent.trim() ?? card;
    item.dataset.tone = key?.parentElement.dataset.tone ?? key?.dataset.tone ?? "";
    item.dataset.kind = key?.dataset.tone ?? "";
    return item;
  }
  finish() { if (this.isLeft) this.dispatchEvent(new Event("done", { bubbles: true })); }

  update() {
    this.dataset.text = inWords(this.closest("fieldset"), this.input.value);
    const { cards, given } = this;
    given?.replaceChildren(...cards.flatMap((card) => [this.drawn(card), " "]));
    if (given) given.scrollTop = given.scrollHeight;
    const deck = this.getAttribute("deck");
    const sharing = deck ? [...this.form.querySelectorAll(`card-keys[deck="${deck}"]`)] : [this];
    const used = sharing.flatMap((one) => one.cards);
    const focused = document.activeElement;
    const keys = keysOf(this);
    for (const key of keys) {
      // A key with a title says itself why it is disabled.
      if (key.title) continue;
      const left = (Number(key.dataset.stock) || Infinity) - used.filter((card) => card === key.value).length;
      const isTooMany = this.isFull && !this.isReopened && key.value !== MINUS && !this.isAlone(key.value);
      key.disabled = left <= 0 || isTooMany;
      if (key.dataset.stock > 1) key.dataset.left = left;
      if (this.isAlone(key.value)) key.ariaPressed = String(cards.includes(key.value));
    }
    const done = this.querySelector("[data-done]");
    if (done) done.disabled = !this.isLeft;
    // Move the focus on from a disabled key, else a keyboard starts again at the top of the page.
    if (!focused.disabled || !this.contains(focused)) return;
    const next = [...keys.slice(keys.indexOf(focused)), ...keys].find((key) => !key.disabled);
    (done ?? next)?.focus({ preventScroll: true });
  }
}
customElements.define("card-keys", CardKeys);

// Safari runs scripts before a style sheet that comes late: what is scrolled to has its place only when that is there.
function whenStyled(scroll) {
  if (document.readyState === "complete") scroll();
  else addEventListener("load", scroll, { once: true });
}

// Last: it measures what the others have drawn.
customElements.define("key-pad", KeyPad);
