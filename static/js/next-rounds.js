// Stores the forms of the next rounds on this phone. Without it nobody can enter more than one round while the network
// is away.
class NextRounds extends HTMLElement {
  connectedCallback() {
    this.show = () => this.showNext();
    addEventListener("outbox-waits", this.show);
    // Only who enters needs them.
    this.closest("#page").addEventListener("change", ({ target }) => target.form?.matches(".entry") && this.load());
    setTimeout(this.show);
  }
  disconnectedCallback() { removeEventListener("outbox-waits", this.show); }

  async load() {
    if (this.isLoaded) return;
    this.isLoaded = true;
    const text = await fetch(this.getAttribute("src")).then((answer) => answer.text()).catch(() => "");
    this.isLoaded = text.includes("<section");
    if (this.isLoaded) phoneStorage.write(nameHere("next-rounds"), text);
  }
  showNext() {
    const { entry } = document.forms;
    const { items, first } = document.querySelector("round-outbox");
    const path = entry?.getAttribute("action");
    const last = items.filter((item) => item.path === path && !item.refusal).at(-1);
    if (!last || last.key === first || +last.number < entry.elements.number.value) return;
    const forms = new DOMParser().parseFromString(phoneStorage.read(nameHere("next-rounds")) ?? "", "text/html");
    const next = forms.querySelector(`section:has([action="${path}"]):has([name=number][value="${+last.number + 1}"])`);
    entry.hidden = !next;
    const deal = document.querySelector(".deal");
    if (!next) return deal.replaceChildren("The next one can be entered when the network is back.");
    deal.replaceWith(next.querySelector(".deal"));
    this.showForm(next.querySelector("form"), entry, tokenOf(last.key));
  }
  showForm(form, entry, token) {
    form.dataset.nextRound = "";
    entry.replaceWith(form);
    form.elements.seen.value = token;
    // A UUID that every browser can make, without HTTPS too.
    form.elements.key.value = URL.createObjectURL(new Blob()).slice(-36);
    scrollTo(0, 0);
  }
}
customElements.define("next-rounds", NextRounds);
