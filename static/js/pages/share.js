// Offers what people send each other texts with, or copies. Without it texts and links are marked and copied by hand.
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

// Shares the picture of its link, if the phone can; otherwise the link opens it.
class SharePicture extends HTMLElement {
  connectedCallback() {
    const empty = new File([], "scores.png", { type: "image/png" });
    if (!navigator.canShare?.({ files: [empty] })) return;
    this.addEventListener("click", (event) => this.send(event));
  }
  async send(event) {
    event.preventDefault();
    const { href } = this.querySelector("a");
    try {
      const picture = await (await fetch(href)).blob();
      await navigator.share({ files: [new File([picture], "scores.png", { type: picture.type })] });
    } catch (error) { if (error.name !== "AbortError") location.assign(href); }
  }
}
customElements.define("share-picture", SharePicture);

// Copies where its link leads; without a clipboard (an address without HTTPS has none) it is a link like any other.
class CopyLink extends HTMLElement {
  connectedCallback() {
    if (!navigator.clipboard) return;
    this.link = this.querySelector("a");
    this.text = this.link.textContent;
    this.link.addEventListener("click", (event) => this.copy(event));
  }
  async copy(event) {
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(this.link.href);
      this.link.textContent = "Copied";
      setTimeout(() => { this.link.textContent = this.text; }, 2000);
    } catch { location.assign(this.link.href); }
  }
}
customElements.define("copy-link", CopyLink);
