// Hands a text to whatever people send each other texts with; where there is no such thing, to the clipboard.
class ShareText extends HTMLElement {
  connectedCallback() {
    this.button = this.querySelector("button");
    if (!navigator.share && !navigator.clipboard) return;
    if (!navigator.share) this.button.textContent = "Copy";
    this.button.hidden = false;
    this.button.addEventListener("click", () => this.share(this.querySelector("pre").textContent));
  }
  async share(text) {
    try {
      if (navigator.share) return await navigator.share({ text });
      await navigator.clipboard.writeText(text);
      this.button.textContent = "Copied";
    } catch { /* Whoever asked changed their mind. */ }
  }
}
customElements.define("share-text", ShareText);
