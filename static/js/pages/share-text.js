// Hands a text to whatever people send each other texts with; where there is no such thing, to the clipboard.
class ShareText extends HTMLElement {
  connectedCallback() {
    this.button = this.querySelector("button");
    if (!navigator.share && !navigator.clipboard) return;
    if (!navigator.share) this.button.textContent = "Copy";
    this.button.hidden = false;
    this.button.addEventListener("click", () => this.send(this.querySelector("pre").textContent));
  }
  async send(text) {
    try {
      await (navigator.share ? navigator.share({ text }) : navigator.clipboard.writeText(text));
      if (!navigator.share) this.button.textContent = "Copied";
    } catch { /* Whoever asked changed their mind. */ }
  }
}
customElements.define("share-text", ShareText);
