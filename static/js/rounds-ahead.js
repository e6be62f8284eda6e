// The forms of the next rounds, kept on the phone: while a round waits to be sent, the next one can be entered.
class RoundsAhead extends HTMLElement {
  connectedCallback() {
    this.at = this.getAttribute("at");
    this.next = () => this.show();
    addEventListener("kept", this.next);
    document.forms.entry?.addEventListener("change", () => this.keep(), { once: true });
    setTimeout(this.next);
  }
  disconnectedCallback() { removeEventListener("kept", this.next); }
  // Only who enters needs them.
  async keep() {
    const answer = await fetch(this.at).catch(() => ({}));
    if (answer.ok) localStorage[this.at] = await answer.text();
  }
  show() {
    const { entry } = document.forms, waits = JSON.parse(localStorage.outbox ?? "[]");
    const last = waits.filter(({ path }) => path === entry?.getAttribute("action")).at(-1);
    if (!last || last.key === document.querySelector("out-box").asked || last.number < entry.elements.number.value) return;
    const kept = new DOMParser().parseFromString(localStorage[this.at] ?? "", "text/html");
    const next = kept.querySelector(`section:has([name=number][value="${last.number + 1}"])`);
    entry.hidden = !next;
    const deal = document.querySelector(".deal");
    if (!next) return deal.replaceChildren("The next one can be entered when the network is back.");
    deal.replaceWith(next.querySelector(".deal"));
    const form = next.querySelector("form");
    entry.replaceWith(form);
    form.elements.seen.value = last.seen + 1;
    // A random name of a form that every browser can make, without HTTPS too.
    form.elements.key.value = URL.createObjectURL(new Blob()).slice(-36);
    htmx.process(form);
    scrollTo(0, 0);
  }
}
customElements.define("rounds-ahead", RoundsAhead);
