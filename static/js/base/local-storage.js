// Entries stay on this phone until the server has them. If the phone is full or the browser blocks this site's storage,
// they stay in memory, for as long as the page is open.
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
