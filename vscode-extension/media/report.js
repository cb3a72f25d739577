// Runs inside the report's own frame: tells the extension which button was pressed.
const host = acquireVsCodeApi();
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act]");
  if (button === null) return;
  event.preventDefault(); // a button inside a summary must not fold it too
  host.postMessage({ ...button.dataset });
});
