// Changes in the page only what differs from an answer (hx-swap="patch"). Without it each tap draws all rows anew, too
// slowly for large tables on old phones.
htmx.defineExtension("patch", {
  isInlineSwap: (style) => style === "patch",
  handleSwap(style, shown, { firstElementChild }) {
    if (style === "patch") patch(shown, firstElementChild);
    return style === "patch";
  },
});

function patch(shown, wanted) {
  if (shown.isEqualNode(wanted)) return;
  if (shown.nodeName !== wanted.nodeName) return shown.replaceWith(wanted);
  if (shown.nodeType !== Node.ELEMENT_NODE) return (shown.nodeValue = wanted.nodeValue);
  patchAttributes(shown, wanted);
  // An element replaced under a finger loses the tap: children are added and removed at the end, the others stay.
  const before = [...shown.childNodes], children = [...wanted.childNodes];
  for (const child of before.slice(children.length)) child.remove();
  shown.append(...children.slice(before.length));
  for (const [index, child] of children.slice(0, before.length).entries()) patch(before[index], child);
}

function patchAttributes(shown, wanted) {
  for (const name of shown.getAttributeNames()) {
    if (!wanted.hasAttribute(name)) shown.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
}
