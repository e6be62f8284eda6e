// Sends what waits in the outbox, in order, as soon as there is a network; shows what the server would not take.
class OutGoing extends HTMLElement {
  connectedCallback() {
    this.box = this.querySelector("out-box");
    for (const news of ["online", "kept"]) addEventListener(news, () => this.send());
    setInterval(() => this.send(), 3000);
    this.send();
  }
  async send() {
    if (this.sending) return;
    this.sending = true;
    const held = new Set(), done = new Set();
    for (const { key } of this.box.items) {
      const item = this.box.items.find((one) => one.key === key);
      if (!item || held.has(item.match)) continue;
      (!item.refused && key !== this.box.asked && (await this.sent(item)) ? done : held).add(item.match);
    }
    this.sending = false;
    for (const match of done) if (location.pathname === match || this.box.last === match) this.turn("GET", match);
  }
  async sent(item) {
    try {
      const answer = await fetch(item.path, { method: "POST", body: await this.body(item), signal: AbortSignal.timeout(9000) });
      if (answer.ok && answer.url.endsWith(item.match)) {
        if (document.forms.entry?.elements.key.value === item.key) this.box.last = item.match;
        this.box.saved(item);
        return true;
      }
      if (answer.status >= 400 && answer.status < 500) await this.refused(item, answer);
    } catch {
      // No network yet: it waits.
    }
    return false;
  }
  // The token the form was drawn with may be another browser day's.
  async body({ match, said, seen }) {
    const page = await (await fetch(match, { cache: "no-cache", signal: AbortSignal.timeout(9000) })).text();
    const body = new URLSearchParams(said), token = page.match(/csrfmiddlewaretoken"\s+value="(\w+)/);
    if (token) body.set("csrfmiddlewaretoken", token[1]);
    body.set("seen", seen);
    return body;
  }
  async refused({ key }, answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const refused = (page.querySelector(".notice, .sentence.wrong") ?? page.querySelector("h1"))?.textContent.trim() || `the server said ${answer.status}.`;
    this.box.items = this.box.items.map((one) => (one.key === key ? { ...one, refused } : one));
  }
  turn(verb, path, values) { return htmx.ajax(verb, path, { target: "#page", select: "#page", swap: "outerHTML", values }); }
  async look(item) {
    await this.turn("POST", item.path, Object.fromEntries(await this.body(item)));
    const { entry } = document.forms;
    if (!entry) return;
    history.pushState({}, "", entry.action);
    entry.querySelector("key-pad").dispatchEvent(new Event("keys"));
  }
  drop(item) { if (confirm(`Throw away what you entered for ${item.what}?`)) this.box.drop(item); }
}
customElements.define("out-going", OutGoing);
