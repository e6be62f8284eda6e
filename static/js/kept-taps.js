// Each tap is kept on the phone until the server has it: after a reload it is there again, and sent again.
class KeptTaps extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.pad = this.form.querySelector("key-pad");
    this.at = `typed ${this.form.getAttribute("action")}`;
    this.keep = () => { localStorage[this.at] = this.typed; };
    this.form.addEventListener("change", this.keep);
    this.form.addEventListener("keys", this.keep, { capture: true });
    // A tap is on its way before the form hears of it.
    this.pad.addEventListener("htmx:beforeRequest", () => { this.keep(); this.asked = localStorage[this.at]; });
    this.pad.addEventListener("htmx:afterRequest", ({ detail }) => this.answered(detail.xhr));
    this.again = () => this.textContent && this.pad.dispatchEvent(new Event("keys"));
    addEventListener("online", this.again);
    this.timer = setInterval(this.again, 5000);
    setTimeout(() => this.restore());
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
  answered({ status }) {
    // What the server refused stands on the page it answered with.
    const has = status < 500 && status > 0;
    if (has && localStorage[this.at] === this.asked) localStorage.removeItem(this.at);
    this.textContent = has ? "" : "Not sent yet: kept on this phone";
  }
  restore() {
    const kept = new URLSearchParams(localStorage[this.at]), { elements } = this.form;
    if (!this.isConnected || kept.get("number") !== elements.number.value) return;
    const derived = kept.get("derived"), knew = kept.get("draft") === elements.draft.value;
    for (const name of ["number", "draft", "derived"]) kept.delete(name);
    // Where others typed as well, a gap erases nothing.
    for (const [name, answer] of kept) if (elements[name] && (answer || knew)) elements[name].value = answer;
    elements.derived.value = derived;
    for (const name of kept.keys()) if (elements[name] && !derived.split(" ").includes(name)) this.tell(name);
    this.pad.dispatchEvent(new Event("done"));
    // Once htmx knows this form.
    setTimeout(() => this.pad.dispatchEvent(new Event("keys")), 100);
  }
  tell(name) {
    const input = this.form.querySelector(`[name="${name}"]:checked, input[name="${name}"]:not([type=radio])`);
    input?.dispatchEvent(new Event("change", { bubbles: true }));
  }
}
customElements.define("kept-taps", KeptTaps);
