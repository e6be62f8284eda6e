// Each answer draws the house rules anew. What was typed meanwhile stays, and is sent by its own change; rules that
// were unfolded stay so, and the field in focus stays where it is on the screen.
let sentValues = new Map();
let focusTop = 0;
const focusedTop = () => document.activeElement.getBoundingClientRect().top;

document.addEventListener("htmx:configRequest", () => {
  const fields = document.querySelectorAll("#options input, #options select");
  sentValues = new Map([...fields].map((field) => [field, field.value]));
});
document.addEventListener("htmx:beforeSwap", () => (focusTop = focusedTop()));
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id !== "options") return;
  detail.shouldSwap = [...sentValues].every(([field, value]) => field.value === value);
  if (detail.target.querySelector("details[open]")) detail.fragment.querySelector("details")?.setAttribute("open", "");
});
document.addEventListener("htmx:afterSwap", () => {
  if (document.activeElement.closest("#options")) scrollBy(0, focusedTop() - focusTop);
});
