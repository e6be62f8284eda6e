// Saves the preferences of a device with each choice, and shows them without leaving the page.
class SavedAsChosen extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.form.addEventListener("change", () => this.save());
  }
  async save() {
    try {
      const answer = await fetch(this.form.action, { method: "POST", body: new FormData(this.form) });
      if (!answer.ok) throw new Error(answer.status);
      const { dataset } = new DOMParser().parseFromString(await answer.text(), "text/html").documentElement;
      const page = document.documentElement.dataset;
      for (const name of ["theme", "digits", "hand", "sound", "touch"]) {
        if (dataset[name]) page[name] = dataset[name];
        else delete page[name];
      }
    } catch { this.form.requestSubmit(); }
  }
}
customElements.define("saved-as-chosen", SavedAsChosen);
