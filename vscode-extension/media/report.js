// Runs inside the report's own frame: tells the extension which button was pressed, and shows what it answers.
const host = acquireVsCodeApi();
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act]");
  if (button === null) return;
  event.preventDefault(); // a button inside a summary must not fold it too
  host.postMessage({ ...button.dataset });
});
window.addEventListener("message", ({ data: { id, words } }) => {
  for (const place of document.querySelectorAll("output[data-said]")) {
    if (place.dataset.said === id) place.textContent = words;
  }
});
