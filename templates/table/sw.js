{% autoescape off %}const SHELL = "shell-{{ version }}", FILES = {{ files }}, PAGES = {{ pages }};{% endautoescape %}
const KEPT = "pages", AS_MANY = 40, PATIENCE = 3000;
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
const came = new Set();
let latest;

addEventListener("install", (event) => event.waitUntil(stock()));
addEventListener("activate", (event) => event.waitUntil(settle()));
// Each page says when it is on the screen: the first ones, and the answers to forms, did not come through here.
addEventListener("message", (event) => event.waitUntil(shown(event.source.url)));
addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST") return event.waitUntil(changed(pathname));
  if (request.method !== "GET") return;
  if (FILES.includes(pathname)) event.respondWith(caches.match(request).then((file) => file ?? fetch(request)));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

async function stock() {
  const shell = await caches.open(SHELL);
  await shell.addAll(FILES);
  // Who has not come in yet is shown none of these.
  await Promise.allSettled(PAGES.map((path) => shell.add(path)));
  await skipWaiting();
}
async function settle() {
  for (const name of await caches.keys()) if (![SHELL, KEPT].includes(name)) await caches.delete(name);
  await clients.claim();
}

// A page as it is now, as long as there is a network; else as it was when it was last shown here.
async function page(event) {
  const { request } = event;
  const kept = (await (await caches.open(KEPT)).match(request.url)) ?? (await caches.match(request.url));
  const asked = fetch(request).then((answer) => kept_too(request.url, answer));
  event.waitUntil(asked.catch(() => {}));
  const late = pause(PATIENCE).then(() => kept ?? asked);
  return Promise.race([asked, late]).catch(async () => kept ?? (await caches.match(PAGES[0])) ?? Response.error());
}
async function shown(url) {
  await clients.claim();
  if (!came.delete(url)) await keep(url).catch(() => {});
  came.delete(url);
}
async function keep(url) { await kept_too(url, await fetch(url)); }
async function kept_too(url, answer) {
  if ([502, 503, 504].includes(answer.status)) throw answer;
  const kept = await caches.open(KEPT), isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
  if ([403, 404, 410].includes(answer.status)) await kept.delete(url);
  const isSecret = answer.headers.get("Cache-Control")?.includes("no-store");
  if (!answer.ok || answer.redirected || !isPage || isSecret) return answer;
  await kept.put(url, answer.clone());
  came.add(url);
  for (const old of (await kept.keys()).slice(0, -AS_MANY)) await kept.delete(old);
  return answer;
}

// What was entered belongs on the kept page of its match too: once nobody has entered more for a moment.
async function changed(path) {
  const match = path.match(/^\/matches\/\d+\//)?.[0], mine = (latest = {});
  await pause(1500);
  if (match && mine === latest) await keep(new URL(match, location).href).catch(() => {});
}
