// Entries stay on this phone until the server has them. If the phone is full or the browser blocks this site's storage,
// they stay in memory, for as long as the page is open. All clubs of a phone share it: names say which one they are of.
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

// The prefix of a further club of this phone in a path; "" for the first club.
function clubOf(path) { return path.match(/\/clubs\/\d+\//)?.[0] ?? ""; }

// The name under which the club of this page keeps something. The names of the first club are as they were before phones
// joined several.
function nameHere(name) { return `${name} ${clubOf(location.pathname)}`.trim(); }
