// The contents of the rules follow along: the section being read is marked in them, and named where they are folded.
class RulesContents extends HTMLElement {
  connectedCallback() {
    this.details = this.querySelector("details");
    this.here = this.querySelector(".current-section");
    this.links = new Map([...this.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
    this.visible = new Set();
    const sections = document.querySelectorAll("section.rule");
    this.observer = new IntersectionObserver((changes) => this.update(changes), { rootMargin: `-${restOf(sections[0])}px 0px -70% 0px` });
    for (const section of sections) this.observer.observe(section);
    this.addEventListener("click", ({ target }) => {
      if (target.closest("a")) this.details.open = false;
    });
  }
  disconnectedCallback() { this.observer.disconnect(); }

  update(changes) {
    for (const { target, isIntersecting } of changes) this.visible[isIntersecting ? "add" : "delete"](target.id);
    const id = [...this.links.keys()].find((one) => this.visible.has(one));
    if (id) this.mark(this.links.get(id));
  }
  mark(link) {
    this.querySelector("[aria-current]")?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    this.here.textContent = link.textContent;
    const nav = this.querySelector("nav");
    nav.scrollTop = link.offsetTop - nav.clientHeight / 2;
  }
}

// How far below the top of the window a section comes to rest when a link leads to it.
function restOf(section) {
  return parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + parseFloat(getComputedStyle(section).scrollMarginTop);
}

customElements.define("rules-contents", RulesContents);
