// Without it one has to find out whether a phone trusts our certificate, and its outbox and drafts stay at the old
// address. It asks until HTTPS answers, and goes on there.
class TrustCheck extends HTMLElement {
  connectedCallback() {
    this.state = this.querySelector("[role=status]");
    this.state.hidden = false;
    this.link = this.querySelector("a.save");
    this.link.addEventListener("click", () => { this.link.href = this.address; });
    this.timer = setInterval(() => this.check(), 2000);
    this.check();
  }
  disconnectedCallback() { clearInterval(this.timer); }

  async check() {
    if (document.hidden || this.trusts) return;
    const answer = await fetch(this.getAttribute("check"), { cache: "no-store" }).catch(() => null);
    this.trusts = answer?.ok ?? false;
    this.state.classList.toggle("trusted", this.trusts);
    this.state.textContent = this.trusts ? "This device trusts us. Going on …" : "This device does not trust us yet.";
    if (this.trusts) setTimeout(() => location.assign(this.address), 1000);
  }
  // What stands behind # is never sent: neither an invitation, nor what waits on this device.
  get address() {
    const { hash, pathname, search } = location;
    const path = hash.startsWith("#/") ? hash.slice(1) : pathname + search;
    if (this.hasAttribute("home")) return this.getAttribute("home") + path;
    const carried = phoneStorage.names.filter(isCarriedOver).map((name) => [name, phoneStorage.read(name)]);
    const parcel = JSON.stringify({ path, carried });
    return `${this.link.getAttribute("href").split("#")[0]}#${encodeURIComponent(parcel)}`;
  }
}
customElements.define("trust-check", TrustCheck);

function isCarriedOver(name) {
  return /^(outbox|draft) /.test(name) || name === "next-rounds";
}

// The other end: this device becomes here what it was there; then it keeps what it brought.
class HandOver extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    const { path = "", carried = [] } = this.parcel;
    form.elements.next.value = path;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(form, carried);
    });
    if (this.hasAttribute("unasked")) form.requestSubmit();
  }
  get parcel() {
    try {
      return JSON.parse(decodeURIComponent(location.hash.slice(1)));
    } catch { return {}; }
  }
  // Before the server has said yes, the outbox would send it as somebody else.
  async submit(form, carried) {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    if (!answer) return;
    try {
      if (answer.redirected) for (const [name, text] of carried.filter(([name]) => isCarriedOver(name))) localStorage[name] ??= text;
    } catch { /* No room here: there it is still kept. */ }
    location.replace(answer.url);
  }
}
customElements.define("hand-over", HandOver);
