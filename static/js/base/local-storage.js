// What is entered stays on this phone until the server has it. Where the phone has no room, or the browser blocks the
// storage of this site, it stays on this page instead, for as long as that is open.
const phoneStorage = {
  unkept: new Map(),

  get names() {
    try {
      return [...new Set([...Object.keys(localStorage), ...this.unkept.keys()])];
    } catch { return [...this.unkept.keys()]; }
  },
  isKept(name) { return !this.unkept.has(name); },
  read(name) {
    if (this.unkept.has(name)) return this.unkept.get(name);
    try {
      return localStorage.getItem(name) ?? undefined;
    } catch { return undefined; }
  },
  write(name, text) {
    try {
      localStorage.setItem(name, text);
      this.unkept.delete(name);
    } catch { this.unkept.set(name, text); }
  },
  remove(name) {
    this.unkept.delete(name);
    try {
      localStorage.removeItem(name);
    } catch { /* Blocked: nothing is there. */ }
  },
};
