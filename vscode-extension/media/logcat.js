// Runs inside the frame of a log: draws the entries that the extension sends, folds traces, and finds text in them.
const host = acquireVsCodeApi();
const log = document.querySelector("#log");
const form = document.querySelector("#filter");
const finder = document.querySelector("#find");
const button = (act) => document.querySelector(`#tools [data-act="${act}"]`);
const MOST_BLOCKS = 10_000;
/** Blocks that are drawn, and dropped, together. */
const PART = 100;
/** Parts that are drawn at once when something came: more than is in sight. */
const FIRST_DRAWN = 2;
const QUIET_MS = 100;
/** How long drawing waits for an idle moment. */
const LONGEST_WAIT_MS = 100;
/** How long a person types on before the log is read anew. */
const SETTLE_MS = 300;
/** How close to its end a log counts as read to the end. */
const END_PIXELS = 40;
const TRACE_LINE = /^\s*(?:at |\.\.\. \d+ |#\d+ pc |Caused by: |Suppressed: )/;
const LEVEL_NAMES = { V: "Verbose", D: "Debug", I: "Info", W: "Warn", E: "Error", F: "Fatal" };

/**
 * What is listed, in order, `PART` blocks in an element of the page. A block is an entry with its lines, or what `make` draws; it
 * has an `element` when it is drawn. A part that is not drawn yet is empty, as high as its blocks with a line each.
 */
let parts = [];
let count = 0;
let waiting;
let drawing;
// Safari has no idle callbacks.
const whenIdle = window.requestIdleCallback ?? ((act) => setTimeout(act, 0, { timeRemaining: () => 0 }));
const forgetIdle = window.cancelIdleCallback ?? clearTimeout;
/** Parts are drawn before they are scrolled to. */
const inSight = new IntersectionObserver((changes) => {
  for (const { isIntersecting, target } of changes) {
    const part = isIntersecting && parts.find(({ element }) => element === target);
    if (part && !part.isDrawn) drawPart(part);
  }
}, { root: log, rootMargin: "100%" });
/** Where the next line of a trace belongs that the app logs line by line: the last block of each thread. */
let openBlocks = new Map();
let folds = host.getState()?.folds === true;
let staysAtEnd = true;
let matches = [];
let current = -1;

window.addEventListener("message", ({ data }) => {
  if (data.reset) reset(data.filter);
  if (data.apps) document.querySelector("#apps").replaceChildren(...data.apps.map((app) => Object.assign(document.createElement("option"), { value: app })));
  if (data.packedRows) {
    append(JSON.parse(new TextDecoder().decode(data.packedRows)));
    drawNewest();
    host.postMessage({ act: "taken" });
  }
  if ("follows" in data) showState(data);
  else if ("held" in data) showHeld(data.held);
  if (data.said) say(data.said);
});

function reset(filter) {
  stopDrawing();
  log.replaceChildren();
  inSight.disconnect();
  parts = [];
  count = 0;
  openBlocks = new Map();
  staysAtEnd = true;
  for (const [name, value] of Object.entries(filter)) {
    const field = form.elements[name];
    // What a person types right now is theirs.
    if (document.activeElement === field) continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = value;
  }
  findAgain();
}

function showState({ follows, paused, held }) {
  button("pause").textContent = paused ? "Resume" : "Pause";
  button("follow").textContent = follows ? "Stop" : "Follow";
  log.dataset.follows = follows;
  log.dataset.paused = paused;
  say(paused ? `Paused${held > 0 ? `: ${held} new` : ""}` : follows ? "" : "Not followed");
}

function showHeld(held) {
  log.dataset.held = held;
  say(`Paused: ${held} new`);
}

function say(words) {
  document.querySelector("#state").textContent = words;
}

function append(rows) {
  for (const row of rows) {
    if (typeof row === "string") addBlock({ make: () => textElement("div", "note", `— ${row} —`) });
    else if (row.kind === "entry") appendEntry(row);
    else addBlock({ make: () => textElement("div", `process ${row.kind}`, `${row.time.slice(11, 23)}  ${row.message}`) });
  }
  if (finder.value !== "") findSoon();
}

/** List an entry; one that only goes on with a trace of the same thread goes to it. */
function appendEntry(row) {
  const lines = row.message.split("\n");
  const thread = `${row.pid} ${row.tid} ${row.tag} ${row.level}`;
  const known = openBlocks.get(thread);
  if (known !== undefined && !known.isGone && lines.every((line) => TRACE_LINE.test(line))) {
    if (known.element) addLines(known.element.querySelector(".message"), lines);
    else known.lines.push(...lines);
    return;
  }
  const listed = { lines, make: () => entryElement(row, listed.lines) };
  addBlock(listed);
  openBlocks.set(thread, listed);
}

function entryElement(row, lines) {
  const block = textElement("div", `row ${row.level}`, "");
  block.append(
    timeOf(row),
    textElement("span", "pid", `${row.pid}-${row.tid}`),
    textElement("span", "tag", row.tag),
    Object.assign(textElement("span", "level", row.level), { title: LEVEL_NAMES[row.level] ?? row.level }),
    textElement("span", "message", ""),
  );
  if (row.process) block.title = row.process;
  addLines(block.lastElementChild, lines);
  return block;
}

/** Add lines to a message: frames go into a part that folds. */
function addLines(message, lines) {
  for (const line of lines) {
    const isTrace = TRACE_LINE.test(line);
    let part = message.lastElementChild;
    if (isTrace && message.childElementCount > 0) {
      if (part?.tagName !== "DETAILS") {
        part = document.createElement("details");
        part.open = !folds;
        part.append(document.createElement("summary"));
        message.append(part);
        offerAnalysis(message);
      }
      part.append(textElement("div", "line", line));
      const count = part.childElementCount - 1;
      part.firstElementChild.textContent = count === 1 ? "1 line of the trace" : `${count} lines of the trace`;
    } else message.append(textElement("div", "line", line));
  }
}

function offerAnalysis(message) {
  if (message.parentElement.querySelector("button") !== null) return;
  message.after(Object.assign(textElement("button", "analyze", "Analyze"), { title: "Find the cause of this error" }));
}

/** Draw the time of an entry; where the page is narrow its day is left out. */
function timeOf({ time }) {
  const made = textElement("span", "time", "");
  made.append(textElement("span", "date", time.slice(5, 11)), time.slice(11, 23));
  return made;
}

function addBlock(block) {
  let part = parts.at(-1);
  if (part === undefined || part.blocks.length === PART) {
    part = { blocks: [], element: textElement("div", "part", ""), isDrawn: false };
    parts.push(part);
  }
  part.blocks.push(block);
  part.isDrawn = false;
  count += 1;
}

/** Drop the oldest parts of too many, and give the others their place in the page. */
function placeParts() {
  while (count - parts[0]?.blocks.length >= MOST_BLOCKS) {
    const part = parts.shift();
    count -= part.blocks.length;
    for (const block of part.blocks) block.isGone = true;
    inSight.unobserve(part.element);
    part.element.remove();
  }
  for (const part of parts) {
    if (part.isDrawn) continue;
    part.element.style.setProperty("--blocks", part.blocks.length);
    if (part.element.parentNode !== null) continue;
    log.append(part.element);
    inSight.observe(part.element);
  }
}

/** Draw the newest blocks at once. The others follow when nothing more came for a moment: of a flood most would be dropped again. */
function drawNewest() {
  stopDrawing();
  placeParts();
  for (const part of parts.slice(-FIRST_DRAWN)) drawPart(part);
  if (staysAtEnd) log.scrollTop = log.scrollHeight;
  if (newestUndrawn() !== undefined) waiting = setTimeout(drawRest, QUIET_MS);
}

/** Draw the others while the page has nothing else to do, so that all can be selected. */
function drawRest() {
  drawing = whenIdle(() => {
    drawPart(newestUndrawn());
    if (newestUndrawn() !== undefined) drawRest();
  }, { timeout: LONGEST_WAIT_MS });
}

function stopDrawing() {
  clearTimeout(waiting);
  forgetIdle(drawing);
}

const newestUndrawn = () => parts.findLast(({ isDrawn }) => !isDrawn);

/** Draw the blocks of a part that are not drawn. */
function drawPart(part) {
  const added = document.createDocumentFragment();
  for (const block of part.blocks) {
    if (block.element) continue;
    block.element = block.make();
    added.append(block.element);
  }
  part.element.append(added);
  part.isDrawn = true;
}

function drawAll() {
  placeParts();
  for (const part of parts) if (!part.isDrawn) drawPart(part);
}

function textElement(tag, name, text) {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}

// --- what a person does -----------------------------------------------------------------------------

let settling;
form.addEventListener("input", () => {
  clearTimeout(settling);
  settling = setTimeout(sendFilter, SETTLE_MS);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(settling);
  sendFilter();
});

function sendFilter() {
  const { app, process, level, tags, text, isRegex } = form.elements;
  host.postMessage({ act: "filter", filter: { app: app.value, process: process.value, level: level.value, tags: tags.value, text: text.value, isRegex: isRegex.checked } });
}

const OWN = {
  fold() {
    folds = !folds;
    host.setState({ folds });
    showFold();
    for (const part of log.querySelectorAll("details")) part.open = !folds;
  },
  end() {
    staysAtEnd = true;
    log.scrollTop = log.scrollHeight;
  },
  next: () => go(1),
  previous: () => go(-1),
};

document.querySelector("#tools").addEventListener("click", (event) => {
  const act = event.target.closest("button")?.dataset.act;
  if (act === undefined) return;
  if (act in OWN) OWN[act]();
  else host.postMessage({ act });
});

log.addEventListener("click", (event) => {
  const analyze = event.target.closest("button.analyze");
  if (analyze === null) return;
  const lines = linesAbove(analyze.parentElement);
  host.postMessage({ act: "analyze", text: lines.join("\n") });
});

/** The lines of an entry. An app that logs a trace line by line says what failed before: the lines above of the same thread. */
function linesAbove(entry) {
  drawAll();
  const entries = parts.flatMap(({ blocks }) => blocks.map(({ element }) => element));
  const end = entries.indexOf(entry);
  let start = end;
  while (start > 0 && isSameThread(entries[start - 1], entry)) start -= 1;
  return entries.slice(start, end + 1).flatMap((one) => [...one.querySelectorAll(".line")].map((line) => line.textContent));
}

function isSameThread(one, other) {
  return [".pid", ".tag", ".level"].every((part) => one.querySelector(part)?.textContent === other.querySelector(part).textContent);
}

log.addEventListener("scroll", () => {
  staysAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < END_PIXELS;
}, { passive: true });

function showFold() {
  button("fold").textContent = folds ? "Unfold Traces" : "Fold Traces";
}

// --- find ---------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "f") {
    event.preventDefault();
    event.stopPropagation();
    finder.focus();
    finder.select();
  } else if (event.target === finder && event.key === "Enter") go(event.shiftKey ? -1 : 1);
  else if (event.target === finder && event.key === "Escape") {
    finder.value = "";
    findAgain();
    log.focus();
  }
}, true);

let finding;
finder.addEventListener("input", findSoon);

function findSoon() {
  clearTimeout(finding);
  finding = setTimeout(findAgain, SETTLE_MS);
}

/** Mark the lines that hold what is looked for; the one that was gone to stays it. */
function findAgain() {
  const was = matches[current];
  for (const line of matches) line.classList.remove("found", "current");
  const wanted = finder.value.toLowerCase();
  if (wanted !== "") drawAll();
  matches = wanted === "" ? [] : [...log.querySelectorAll(".line, .tag, .process, .note")].filter((line) => line.textContent.toLowerCase().includes(wanted));
  for (const line of matches) line.classList.add("found");
  current = was === undefined ? -1 : matches.indexOf(was);
  if (current >= 0) matches[current].classList.add("current");
  tellFound();
}

function go(step) {
  clearTimeout(finding);
  findAgain();
  if (matches.length === 0) return;
  matches[current]?.classList.remove("current");
  // At first the newest one: that is where a person looks.
  current = current < 0 ? (step > 0 ? 0 : matches.length - 1) : (current + step + matches.length) % matches.length;
  const line = matches[current];
  line.classList.add("current");
  const fold = line.closest("details");
  if (fold !== null) fold.open = true;
  staysAtEnd = false;
  line.scrollIntoView({ block: "center" });
  tellFound();
}

function tellFound() {
  document.querySelector("#found").textContent = finder.value === "" ? "" : current < 0 ? `${matches.length} found` : `${current + 1} of ${matches.length}`;
}

showFold();
// Whatever was sent before now nobody heard.
host.postMessage({ act: "ready" });
