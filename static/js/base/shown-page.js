// Shows what the server sent in the place of what is shown. An event, `shown`, says so, also of what htmx shows.
addEventListener("htmx:afterSettle", ({ target }) => sayShown(target));
function sayShown(part) { part.dispatchEvent(new Event("shown", { bubbles: true })); }

// A network with a login page sends that instead of ours.
function isOurPage(text) {
  return /id="(page|entry-rows)"/.test(text);
}

function ownScript() {
  return document.querySelector("script[src*='/match.'], script[src*='/live.']")?.getAttribute("src") ?? "";
}

// A page of another release needs that release's scripts; one that says why an answer was refused needs none. Returns
// whether the page is being loaded anew.
function reloadForRelease(text) {
  const isOtherRelease = /<script[^>]*\/(match|live)\./.test(text) && !text.includes(ownScript());
  if (isOtherRelease) location.reload();
  return isOtherRelease;
}

// Shows a page from its top; with a path it is the page of that address.
function showPage(text, path) {
  if (path && location.pathname !== path) pushAddress(path);
  if (path && reloadForRelease(text)) return;
  replacePart(text, "#page");
  scrollTo(0, 0);
}

function replacePart(text, selector) {
  const page = new DOMParser().parseFromString(text, "text/html"), focused = document.activeElement.id;
  const part = page.querySelector(selector);
  document.querySelector(selector).replaceWith(part);
  if (page.title) document.title = page.title;
  document.getElementById(focused)?.focus({ preventScroll: true });
  window.htmx?.process(part);
  sayShown(part);
}

// Back loads the page anew that an address belongs to.
function pushAddress(path) {
  history.replaceState({ isLoaded: true }, "");
  history.pushState({ isLoaded: true }, "", path);
}
addEventListener("popstate", ({ state }) => state?.isLoaded && location.reload());
