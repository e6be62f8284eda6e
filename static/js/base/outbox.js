// Stores what was saved on this phone and is not on the server yet, and sends it in order; the key of each round makes
// the server count it once, however often it is sent. Without it a round that is saved without a network is lost. A
// save outlives its page: it is sent from whatever page is open next.
class RoundOutbox extends HTMLElement {
  connectedCallback() {
    addEventListener("beforeunload", (event) => this.items.every(this.isKept) || event.preventDefault());
    for (const event of ["storage", "shown"]) addEventListener(event, () => this.show());
    addEventListener("shown", () => this.announceNews());
    this.shownNews = this.news;
    this.show();
    // An answer is shown by scripts that come after this one.
    document.addEventListener("DOMContentLoaded", () => this.start());
  }
  start() {
    for (const event of ["online", "outbox-added"]) addEventListener(event, () => this.send());
    setInterval(() => this.send(), 3000);
    this.send();
    if (location.hash === "#saved" && this.announceChange()) history.replaceState(history.state, "", location.pathname);
  }
  // The server does not know yet what is entered on top of what waits, so a draft or a poll would come too early.
  isOnHold(path) {
    const waits = this.items.some(({ match, refusal }) => !refusal && path.startsWith(match));
    return waits || !!document.querySelector("[data-next-round]");
  }

  // --- Storing: each round under a name of its own, so that two pages of one phone never overwrite each other ---

  get items() {
    const names = phoneStorage.names.filter((name) => name.startsWith("outbox "));
    const items = names.map((name) => JSON.parse(phoneStorage.read(name)));
    return items.sort((one, other) => one.position - other.position);
  }
  isKept({ key }) { return phoneStorage.isKept(`outbox ${key}`); }
  write(item) {
    phoneStorage.write(`outbox ${item.key}`, JSON.stringify(item));
    this.show();
  }
  drop({ key }) {
    phoneStorage.remove(`outbox ${key}`);
    this.show();
  }
  add(item) {
    if (!this.items[0]) {
      this.first = item.key;
      this.firstSince = performance.now();
    }
    this.write(item);
    setTimeout(() => this.show(), 1000);
    setTimeout(() => this.first === item.key && this.giveUpWaiting(), 3000);
    dispatchEvent(new Event("outbox-added"));
  }
  // An answer may come a little late. After that the round counts as kept, and the next one can be entered.
  giveUpWaiting() {
    this.first = null;
    this.show();
    dispatchEvent(new Event("outbox-waits"));
  }

  // --- Sending ---

  async send() {
    if (this.isSending) return;
    this.isSending = true;
    // Matches of which no more is sent for now: a round was refused, or the network is away.
    const blocked = new Set();
    for (let item; (item = this.nextItem(blocked)); ) {
      if (!(await this.sendItem(item))) blocked.add(item.match);
    }
    this.isSending = false;
  }
  nextItem(blocked) {
    return this.items.find(({ match, refusal }) => {
      if (refusal) blocked.add(match);
      return !blocked.has(match);
    });
  }
  async sendItem(item) {
    const [status, url, text] = await this.post(item).catch(() => [0, "", ""]);
    const isOurs = isOurPage(text);
    if (status === 200 && isOurs && url.endsWith(item.match)) return this.handleSaved(item, text);
    if (status === 413 || (isOurs && status > 399 && status < 500)) this.handleRefused(item, text, status);
    this.giveUpWaiting();
    return false;
  }
  async post({ path, form, seen }) {
    const body = new URLSearchParams(form);
    body.set("seen", seen);
    // The token the form was drawn with may be another browser day's.
    const token = document.querySelector("[name=csrfmiddlewaretoken]");
    if (token) body.set(token.name, token.value);
    const answer = await fetch(path, { method: "POST", body, signal: AbortSignal.timeout?.(9000) });
    return [answer.status, answer.url, await answer.text()];
  }
  handleSaved(item, text) {
    const { items } = this;
    const { match } = item;
    // The next item was entered on top of this one: it is for the match as it is now.
    const next = items.find((one) => one.match === match && one.position > item.position);
    if (next && items.some(({ key }) => key === item.key)) this.write({ ...next, seen: tokenOf(item.key) });
    const { entry } = document.forms;
    const seen = entry?.action.includes(match) && entry.elements.seen;
    if (seen?.value === item.seen) seen.value = tokenOf(item.key);
    this.first = null;
    this.drop(item);
    if (this.isShown(item)) this.matchToShow = match;
    if (!next && [this.matchToShow, location.pathname].includes(match)) {
      showPage(text, match);
      this.announceSaved(item);
    }
    return true;
  }
  // The next entry begins at the first key.
  announceSaved({ label }) {
    if (!this.announceChange(`${label} saved`)) return;
    document.querySelector("fieldset[data-current] :is(input, button[value]):enabled")?.focus({ preventScroll: true });
  }
  // For ten seconds one tap takes back what was saved, or puts back what was undone.
  announceChange(text) {
    // Use this page's Undo button: another phone may change something else before the tap. A phone that took over in
    // between has no such button here.
    const line = document.querySelector("#saved"), button = line?.querySelector("button");
    if (!line) return false;
    clearTimeout(this.savedTimer);
    this.savedTimer = setTimeout(() => this.forgetSaved(), 10000);
    this.saved = [`${text ?? line.firstElementChild.textContent} `, ...(button ? [button.cloneNode(true)] : [])];
    this.show();
    return true;
  }
  // Something another phone undid or deleted; announced once. A page that was just opened shows it itself.
  get news() { return document.querySelector("#saved[data-news]")?.dataset.news; }
  announceNews() {
    const { news } = this;
    if (news && news !== this.shownNews) this.announceChange();
    this.shownNews = news;
  }
  forgetSaved() {
    this.saved = null;
    this.show();
  }
  // Back on the page it is a draft again; elsewhere it asks for attention.
  handleRefused(item, text, status) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const said = page.querySelector(".notice, .message.wrong") ?? page.querySelector("main h1");
    const refusal = said?.textContent.trim() || `The server said ${status}.`;
    const isReopened = this.reopened === item.key;
    const isShown = isReopened || this.isShown(item);
    if (isShown && isOurPage(text)) showPage(text);
    const entry = isShown && page.forms.entry && document.forms.entry;
    if (entry && !isReopened) {
      entry.querySelector("round-draft").store();
      return this.drop(item);
    }
    if (entry) {
      entry.dataset.refusedKey = entry.elements.key.value = item.key;
      pushAddress(entry.action.replace(/rounds\/$/, ""));
    }
    this.write({ ...item, refusal });
    this.reopened = null;
  }
  isShown({ key }) { return document.querySelector("#entry:not([hidden])")?.elements.key?.value === key; }

  // --- Showing what waits ---

  show() {
    const { items } = this;
    if (!items[0] && !this.saved && !this.textContent) return;
    const waiting = items.filter(({ refusal }) => !refusal);
    // A refused round that is on the page again says there what is wrong with it.
    const shown = document.querySelector("[data-refused-key]")?.dataset.refusedKey;
    const refused = items.filter(({ refusal, key }) => refusal && key !== shown);
    const waits = this.describe(waiting);
    const isSaved = !waits && !!this.saved;
    this.replaceChildren(...(isSaved ? this.saved : [waits]), ...refused.map(RefusedRound.of));
    this.toggleAttribute("data-saved", isSaved);
    this.toggleAttribute("data-refused", !!refused[0]);
  }
  describe(items) {
    if (!items[0] || (this.first && performance.now() - this.firstSince < 900)) return "";
    const labels = items.filter(isOfThisClub).map(({ label }) => label), others = items.length - labels.length;
    if (others) labels.push(others === 1 ? "A round of another club" : `${others} rounds of another club`);
    const names = labels[2] ? `${labels[0]} and ${items.length - 1} more` : labels.join(" and ");
    if (this.first) return `${names} is being sent …`;
    const are = items[1] ? "are" : "is";
    if (items.every(this.isKept)) return `${names} ${are} kept on this phone and sent once the network is back.`;
    return `${names} ${are} not kept on this phone: leave this page open until the network is back.`;
  }
}

// A round of the outbox that the server refused, with its reason: it asks for attention until somebody decides.
class RefusedRound extends HTMLElement {
  static of(item) { return Object.assign(document.createElement("refused-round"), { item }); }

  connectedCallback() {
    const { refusal, summary } = this.item, isOurs = isOfThisClub(this.item);
    const typed = Object.assign(document.createElement("small"), { textContent: isOurs ? summary : "" });
    this.replaceChildren(
      `${this.label} was not taken${isOurs ? `: ${refusal}` : "."} `,
      typed,
      this.button("Look at it", () => this.reopen()),
      this.button("Throw it away", () => this.discard()),
    );
  }
  button(textContent, onclick) { return Object.assign(document.createElement("button"), { textContent, onclick }); }
  get outbox() { return this.closest("round-outbox"); }
  get label() { return isOfThisClub(this.item) ? this.item.label : "A round of another club"; }

  // It is sent once more: it may be taken now; else its form is shown. A page that has no forms leads to the match
  // instead, which sends it.
  reopen() {
    const { outbox } = this;
    outbox.write({ ...this.item, refusal: "" });
    if (!isOfThisClub(this.item) || !customElements.get("round-draft")) return location.assign(this.item.match);
    outbox.reopened = this.item.key;
    outbox.send();
  }
  discard() {
    if (!confirm(`Throw away what you entered for ${this.label}?`)) return;
    this.outbox.drop(this.item);
    if (document.querySelector("[data-next-round]")) location.reload();
  }
}
customElements.define("refused-round", RefusedRound);
// Last: it shows what waits at once.
customElements.define("round-outbox", RoundOutbox);

// Of a round of another club a page says only that there is one: neither names nor scores.
function isOfThisClub({ path }) { return clubOf(path) === clubOf(location.pathname); }

// Whether something of the match with this address waits in the outbox. The page of a shared link has none.
function isOnHold(path) { return !!document.querySelector("round-outbox")?.isOnHold(path); }

// The token of a match after the entry with this key, as the server works it out.
function tokenOf(key) { return key.replaceAll("-", "").slice(0, 15); }
