// Each tap is kept on the phone until the server has it: after a reload it is there again, and sent again.
class KeptTaps extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.pad = this.form.querySelector("key-pad");
    this.at = `typed ${this.form.getAttribute("action")} ${this.form.elements.number.value}`;
    this.form.addEventListener("change", () => this.keep());
    this.form.addEventListener("keys", () => this.keep(), { capture: true });
    // A tap is on its way before the form hears of it.
    this.pad.addEventListener("htmx:beforeRequest", () => { this.keep(); this.asked = this.typed; });
    this.pad.addEventListener("htmx:afterRequest", ({ detail }) => this.answered(detail.xhr));
    this.again = () => this.textContent && !document.hidden && this.pad.dispatchEvent(new Event("keys"));
    addEventListener("online", this.again);
    this.timer = setInterval(this.again, 5000);
    setTimeout((names) => this.tell(names), 0, this.restored());
  }
  disconnectedCallback() {
    removeEventListener("online", this.again);
    clearInterval(this.timer);
  }
  get typed() {
    const said = new URLSearchParams(new FormData(this.form));
    for (const name of ["csrfmiddlewaretoken", "key", "seen"]) said.delete(name);
    return said.toString();
  }
  // Of a phone's pages only the one that is looked at is typed in.
  keep() {
    if (document.hidden) return;
    try { localStorage[this.at] = this.typed; } catch { this.isLoose = true; }
  }
  answered({ status, responseText }) {
    // What the server refused stands on the page it answered with.
    const has = [200, 409, 422].includes(status) && document.querySelector("kept-app").isOurs(responseText);
    if (has && localStorage[this.at] === this.asked) localStorage.removeItem(this.at);
    this.textContent = has ? "" : this.isLoose ? "Not sent yet, and this phone has no room to keep it: leave this page open" : "Not sent yet: kept on this phone";
  }
  // At once, before another tap: what was typed here. Returns the names of it.
  restored() {
    const kept = new URLSearchParams(localStorage[this.at]), { elements } = this.form;
    if (!kept.has("number")) return null;
    const derived = kept.get("derived"), knew = kept.get("draft") === elements.draft.value;
    for (const name of ["number", "draft", "derived"]) kept.delete(name);
    // Where others typed as well, a gap erases nothing.
    for (const [name, answer] of kept) if (elements[name] && (answer || knew)) elements[name].value = answer;
    elements.derived.value = derived;
    return [...kept.keys()].filter((name) => elements[name] && !derived.split(" ").includes(name));
  }
  tell(names) {
    if (!names || !this.isConnected) return;
    for (const name of names) {
      const input = this.form.querySelector(`[name="${name}"]:checked, input[name="${name}"]:not([type=radio])`);
      input?.dispatchEvent(new Event("change", { bubbles: true }));
    }
    this.pad.dispatchEvent(new Event("done"));
    // Once htmx knows this form; while another phone has the pen, once it is taken over.
    if (!this.form.querySelector(".pen")) setTimeout(() => this.pad.dispatchEvent(new Event("keys")), 100);
  }
}
customElements.define("kept-taps", KeptTaps);
