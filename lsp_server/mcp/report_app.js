// Shows one report inside a host of MCP Apps; all it knows comes by messages of that host.
const REPORT = "kotlin-rca/report";
const LINK = /^https?:/;
const main = document.querySelector("main");
const waiting = new Map();
let lastId = 0;
let canOpenLinks = false;
let modes = [];
let mode = "inline";

function send(message) {
  window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

function request(method, params) {
  const id = ++lastId;
  send({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== "2.0") return;
  if (data.method === undefined) {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) asked?.reject(data.error);
    else asked?.resolve(data.result ?? {});
  } else if (data.id === undefined) heed(data.method, data.params ?? {});
  else if (data.method === "ping" || data.method === "ui/resource-teardown") send({ id: data.id, result: {} });
  else send({ id: data.id, error: { code: -32601, message: "Method not found" } });
});

function heed(method, params) {
  if (method === "ui/notifications/tool-result") {
    show(params);
    tellSize(); // now, as a frame that is not drawn yet gets no news of its size
  } else if (method === "ui/notifications/tool-cancelled") say("The analysis was cancelled.", "state");
  else if (method === "ui/notifications/host-context-changed") adopt(params);
}

/** Take over the host's colours, fonts and display modes. */
function adopt(context) {
  const root = document.documentElement;
  if (context.theme) root.style.colorScheme = context.theme;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    if (name.startsWith("--") && typeof value === "string") root.style.setProperty(name, value);
  }
  modes = context.availableDisplayModes ?? modes;
  mode = context.displayMode ?? mode;
  drawControls();
}

function show(result) {
  const report = result._meta?.[REPORT];
  const text = (result.content ?? []).filter((part) => part.type === "text").map((part) => part.text).join("\n");
  if (result.isError || report === undefined) {
    say(text || "The analysis has no report.", result.isError ? "failed" : "state");
    return;
  }
  main.replaceChildren(...new DOMParser().parseFromString(report.html, "text/html").body.childNodes);
  if (report.completeness === "partial" && report.notes.length > 0) main.append(notes(report.notes));
  drawControls();
}

function notes(lines) {
  const list = document.createElement("ul");
  list.className = "notes";
  list.append(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  const heading = Object.assign(document.createElement("h2"), { textContent: "What the report lacks" });
  const part = document.createDocumentFragment();
  part.append(heading, list);
  return part;
}

function say(text, kind) {
  main.replaceChildren(Object.assign(document.createElement("p"), { className: kind, textContent: text }));
}

/** Offer the larger view where the host has one, and the way back. */
function drawControls() {
  document.querySelector("#controls")?.remove();
  const next = mode === "fullscreen" ? "inline" : "fullscreen";
  if (!modes.includes(next) || main.querySelector("h1") === null) return;
  const button = Object.assign(document.createElement("button"), { textContent: next === "inline" ? "Back" : "Full screen" });
  button.addEventListener("click", () => request("ui/request-display-mode", { mode: next }).then((answer) => adopt({ displayMode: answer.mode }), () => {}));
  const controls = Object.assign(document.createElement("div"), { id: "controls" });
  controls.append(button);
  document.body.append(controls);
}

// Links leave the frame only through the host, which asks its user.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (link === null || link === undefined) return;
  event.preventDefault();
  if (canOpenLinks && LINK.test(link.href)) request("ui/open-link", { url: link.href }).catch(() => {});
});

function tellSize() {
  const { width, height } = document.documentElement.getBoundingClientRect();
  send({ method: "ui/notifications/size-changed", params: { width: Math.ceil(width), height: Math.ceil(height) } });
}

request("ui/initialize", {
  protocolVersion: "2026-01-26",
  appInfo: { name: "kotlin-rca-report", version: "1.0.0" },
  appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
}).then(({ hostCapabilities, hostContext }) => {
  canOpenLinks = hostCapabilities?.openLinks !== undefined;
  adopt(hostContext ?? {});
  send({ method: "ui/notifications/initialized", params: {} });
  new ResizeObserver(tellSize).observe(document.body);
});
