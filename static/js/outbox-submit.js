// Puts a round that is saved into the outbox, which sends it. Without it the form itself is sent, and lost where there
// is no network.
class OutboxSubmit extends HTMLElement {
  connectedCallback() {
    this.form = this.closest("form");
    this.form.addEventListener("submit", (event) => {
      // Other buttons than Save lead elsewhere.
      if (event.submitter?.hasAttribute("formaction")) return;
      this.addToOutbox(event.submitter);
      event.preventDefault();
    });
  }
  addToOutbox(submitter) {
    const outbox = document.querySelector("round-outbox");
    const { items } = outbox, path = this.form.getAttribute("action");
    const data = new URLSearchParams(new FormData(this.form, submitter));
    const [key, number] = [data.get("key"), data.get("number")];
    // Another answer to what was refused goes where that stood, before what was entered after it.
    const isSameRound = (item) => item.path === path && item.number === number;
    const old = items.find((item) => item.key === key || (item.refusal && isSameRound(item)));
    if (old) outbox.drop(old);
    outbox.add({
      key,
      path,
      match: path.match(/^.*\/\d+\/(?=rounds\/)/)[0],
      number,
      seen: data.get("seen"),
      position: old ? old.position : (items.at(-1)?.position ?? 0) + 1,
      label: this.form.dataset.label,
      summary: this.summary,
      form: `${data}`,
    });
    phoneStorage.remove(RoundDraft.storageName(this.form));
  }
  get summary() {
    const cells = [...this.form.querySelectorAll("[data-question][aria-label]:not(.unset)")];
    return cells.map((cell) => cell.ariaLabel).join(", ");
  }
}
customElements.define("outbox-submit", OutboxSubmit);
