{% autoescape off %}const VERSION = "{{ version }}", FILES = {{ files }}, PAGES = {{ pages }};{% endautoescape %}
// A version is a release as one device sees it: what another device was shown is not kept.
const SHELL = `shell-${VERSION}`, KEPT = `pages-${VERSION}`, AS_MANY = 40, PATIENCE = 3000;
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
const came = new Set();
let latest;

addEventListener("install", (event) => event.waitUntil(stock()));
addEventListener("activate", (event) => event.waitUntil(settle()));
// Each page says when something new is on the screen: not all of it came through here.
addEventListener("message", (event) => event.waitUntil(shown(event.source.url)));
addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url), isGet = request.method === "GET";
  if (origin !== location.origin) return;
  if (isGet && FILES.includes(pathname)) event.respondWith(caches.match(request).then((file) => file ?? fetch(request)));
  else if (request.mode === "navigate") event.respondWith(isGet ? page(event) : fetch(request).catch(noPage));
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
  for (const { url } of await clients.matchAll()) await keep(url).catch(() => {});
}
async function noPage() { return (await caches.match(PAGES[0])) ?? Response.error(); }

// A page as it is now, as long as there is a network; else as it was when it was last shown here.
async function page(event) {
  const { url } = event.request;
  const kept = (await (await caches.open(KEPT)).match(url)) ?? (await caches.match(url));
  const asked = fetch(event.request).then((answer) => kept_too(url, answer));
  event.waitUntil(asked.then(() => came.add(url)).catch(() => {}));
  const late = pause(PATIENCE).then(() => kept ?? asked);
  return Promise.race([asked, late]).catch(() => kept ?? noPage());
}
// Once nothing more was new for a moment.
async function shown(url) {
  await clients.claim();
  if (came.delete(url)) return;
  const mine = (latest = {});
  await pause(1000);
  if (mine === latest) await keep(url).catch(() => {});
}
async function keep(url) { await kept_too(url, await fetch(url)); }
async function kept_too(url, answer) {
  const { status, headers } = answer, says = (name, words) => headers.get(name)?.includes(words);
  if (status > 501 && status !== 507) throw answer;
  const kept = await caches.open(KEPT);
  if ([403, 404, 410].includes(status)) await kept.delete(url);
  if (!answer.ok || answer.redirected || !says("Content-Type", "text/html") || says("Cache-Control", "no-store")) return answer;
  await kept.put(url, answer.clone());
  for (const old of (await kept.keys()).slice(0, -AS_MANY)) await kept.delete(old);
  return answer;
}
