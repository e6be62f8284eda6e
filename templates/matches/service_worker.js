{% autoescape off %}const VERSION = "{{ version }}", FILES = {{ files }}, PAGES = {{ pages }};{% endautoescape %}
// The service worker: it opens the app and the pages that were shown on this phone without a network. The worker of
// another release waits until the app was closed.
const SCOPE = new URL(registration.scope).pathname;
const SHELL_CACHE = `shell-${VERSION}${SCOPE}`;
const PAGE_CACHE = `pages${SCOPE}`;
const MAX_PAGES = 40;
const NETWORK_TIMEOUT = 3000;
const OFFLINE_PAGE = PAGES[0];
// A further club of this phone has a worker and caches of its own.
const isOfOtherClub = (url) => /^clubs\/\d+\//.test(new URL(url).pathname.slice(SCOPE.length));

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(refreshShownPage(event.source.url)));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin || isOfOtherClub(request.url)) return;
  if (["script", "style", "image"].includes(request.destination)) event.respondWith(answerFile(request));
  else if (request.mode === "navigate") event.respondWith(answerPage(event));
});

async function install() {
  const shell = await caches.open(SHELL_CACHE);
  await shell.addAll([...FILES, ...PAGES]);
}

async function activate() {
  for (const name of await caches.keys()) {
    // Another app of this host, under another path, has caches of its own.
    const [, scope] = name.match(/^shell-\w+(\/.*)$/) ?? [];
    if (scope === SCOPE && name !== SHELL_CACHE) await caches.delete(name);
  }
  const pages = await caches.open(PAGE_CACHE);
  for (const request of await pages.keys()) {
    const page = await pages.match(request);
    if (!isOfThisRelease(await page.text())) await pages.delete(request);
  }
}

// A page of another release is nothing without the files of that release.
function isOfThisRelease(text) {
  const files = text.matchAll(/"([^"]*\/static\/[^"]+\.(?:css|js))"/g);
  return [...files].every(([, path]) => FILES.includes(path));
}

// From the caches of all releases: a worker that waits has stored the files of newer pages.
async function answerFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// A page as it is now, as long as there is a network; else as it was when it was last shown here.
const fetched = new Set();
async function answerPage(event) {
  const { url } = event.request;
  const cached = (await (await caches.open(PAGE_CACHE)).match(url)) ?? (await caches.match(url));
  const fresh = fetch(event.request).then((response) => store(url, response));
  event.waitUntil(fresh.catch(() => {}));
  const late = pause(NETWORK_TIMEOUT).then(() => cached ?? fresh);
  const answer = await Promise.race([fresh, late]).catch(() => cached);
  // Where the network was late, the cached page is on the screen: it is fetched again when it says so.
  if (answer !== cached) fetched.add(url);
  return answer ?? (await caches.match(OFFLINE_PAGE)) ?? Response.error();
}

// Each page says when something new is on the screen, for not all of it came through here. It is fetched again once
// nothing more was new for a moment.
let latest;
async function refreshShownPage(url) {
  if (fetched.delete(url) || isOfOtherClub(url)) return;
  const mine = (latest = {});
  await pause(1000);
  if (mine === latest) await fetch(url).then((response) => store(url, response)).catch(() => {});
}

async function store(url, response) {
  const { status, headers } = response;
  const says = (name, words) => headers.get(name)?.includes(words);
  // The server is away behind its proxy (502, 503, 504 ...): as good as no network. 507 is an answer of ours.
  if (status > 501 && status !== 507) throw response;
  const pages = await caches.open(PAGE_CACHE);
  if ([403, 404, 410].includes(status)) await pages.delete(url);
  const isPage = says("Content-Type", "text/html") && !says("Cache-Control", "no-store");
  if (!response.ok || response.redirected || !isPage) return response;
  await pages.put(url, response.clone());
  for (const old of (await pages.keys()).slice(0, -MAX_PAGES)) await pages.delete(old);
  return response;
}

function pause(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}
