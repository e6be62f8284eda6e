// The forms of the next rounds, kept on the phone: while a round waits to be sent, the next one can be entered.
class RoundsAhead extends HTMLElement {
  connectedCallback() {
    this.next = () => this.show();
    addEventListener("kept", this.next);
    document.forms.entry?.addEventListener("change", () => this.keep());
    setTimeout(this.next);
  }
  disconnectedCallback() { removeEventListener("kept", this.next); }
  // Only who enters needs them.
  async keep() {
    if (this.asked) return;
    this.asked = true;
    const text = await fetch(this.getAttribute("at")).then((answer) => answer.text()).catch(() => "");
    this.asked = text.includes("<section");
    try { if (this.asked) localStorage.ahead = text; } catch { /* No room: the next one waits. */ }
  }
  show() {
    const { entry } = document.forms, { items, fresh } = document.querySelector("out-box"), at = entry?.getAttribute("action");
    const last = items.filter(({ path, refused }) => path === at && !refused).at(-1);
    if (!last || last.key === fresh || +last.number < entry.elements.number.value) return;
    const kept = new DOMParser().parseFromString(localStorage.ahead ?? "", "text/html");
    const next = kept.querySelector(`section:has([action="${at}"]):has([name=number][value="${+last.number + 1}"])`);
    entry.hidden = !next;
    const deal = document.querySelector(".deal");
    if (!next) return deal.replaceChildren("The next one can be entered when the network is back.");
    deal.replaceWith(next.querySelector(".deal"));
    const form = next.querySelector("form");
    form.dataset.ahead = "";
    entry.replaceWith(form);
    form.elements.seen.value = last.seen + 1;
    // A random name of a form that every browser can make, without HTTPS too.
    form.elements.key.value = URL.createObjectURL(new Blob()).slice(-36);
    htmx.process(form);
    scrollTo(0, 0);
  }
}
customElements.define("rounds-ahead", RoundsAhead);
