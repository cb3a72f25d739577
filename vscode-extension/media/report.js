// Runs inside the report's own frame: shows the pages that the extension sends, and tells which button was pressed.
const host = acquireVsCodeApi();
const main = document.querySelector("main");
/** How long a person scrolls on before their place is kept. */
const SETTLE_MS = 200;
/** What a person changes by themselves; no page takes it back. */
const PERSONS_OWN = "open";

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-act]");
  if (button === null) return;
  event.preventDefault(); // a button inside a summary must not fold it too
  host.postMessage({ ...button.dataset });
});

// A click, not a toggle: a page that is drawn opens and shuts sections too.
document.addEventListener("click", (event) => {
  const fold = event.target.closest("summary")?.parentElement;
  if (fold?.dataset.fold === undefined || event.defaultPrevented) return;
  host.postMessage({ act: "fold", name: fold.dataset.fold, open: String(!fold.open) });
});

window.addEventListener("message", ({ data }) => {
  if ("page" in data) show(data);
  else tell(data);
});

let settling;
const keepPlaceSoon = () => {
  clearTimeout(settling);
  settling = setTimeout(() => keep({ subject: subject(main), top: window.scrollY, folds: folds().map(({ open }) => open) }), SETTLE_MS);
};
document.addEventListener("scroll", keepPlaceSoon, { passive: true });
document.addEventListener("toggle", keepPlaceSoon, true);

// Whatever was sent before now nobody heard.
host.postMessage({ act: "ready" });

/** Have the editor keep something with the page, for when it forgot or reloaded that. */
function keep(part) {
  host.setState({ ...host.getState(), ...part });
}

/** Write words into the part of the page that is there for them. */
function tell({ id, words }) {
  for (const place of document.querySelectorAll("output[data-said]")) {
    if (place.dataset.said === id) place.textContent = words;
  }
}

/** Show a page. Of what is shown of the same error all stays that can: focus, place, folds, a click that is half done. */
function show({ page, title, turn, kept, folds: left = {} }) {
  keep({ kept });
  const fresh = new DOMParser().parseFromString(page, "text/html").body;
  const hadFocus = main.contains(document.activeElement);
  if (subject(main) === subject(fresh)) renewParts(main, fresh);
  else {
    main.replaceChildren(...fresh.childNodes);
    for (const fold of folds()) fold.open = left[fold.dataset.fold] ?? fold.open;
    window.scrollTo(0, 0);
    recallPlace();
  }
  if (hadFocus && !main.contains(document.activeElement)) focusHeading();
  document.title = title;
  main.dataset.turn = turn;
}

/** What a page is about: its heading with what stands there. */
function subject(page) {
  return page.querySelector("header, h1")?.textContent;
}

function folds() {
  return [...main.querySelectorAll("details")];
}

/** Go where the person was before the panel was covered: the editor forgets the page of a covered one. */
function recallPlace() {
  const place = host.getState();
  if (place?.subject !== subject(main)) return;
  for (const [index, fold] of folds().entries()) fold.open = place.folds[index] ?? fold.open;
  window.scrollTo(0, place.top);
}

/** The focus would else start over at the page's first button, with nothing said. */
function focusHeading() {
  const heading = main.querySelector("h1");
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Make an element like another one of the same kind. */
function renew(element, fresh) {
  for (const { name, value } of fresh.attributes) {
    if (name !== PERSONS_OWN && element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  for (const { name } of [...element.attributes]) {
    if (name !== PERSONS_OWN && !fresh.hasAttribute(name)) element.removeAttribute(name);
  }
  renewParts(element, fresh);
}

/** Make the parts of an element like those of another one; what is the same part in both is kept and made like it. */
function renewParts(element, fresh) {
  let place = element.firstChild;
  for (const part of [...fresh.childNodes]) {
    const kept = samePart(place, part);
    if (kept === null) {
      element.insertBefore(part, place);
      continue;
    }
    while (place !== kept) place = removed(place);
    place = kept.nextSibling;
    if (kept instanceof Element) renew(kept, part);
    else if (kept.data !== part.data) kept.data = part.data;
  }
  while (place !== null) place = removed(place);
}

function removed(part) {
  const { nextSibling } = part;
  part.remove();
  return nextSibling;
}

/** Find a part that stands here; one that has a name of its own may also stand further on. */
function samePart(place, part) {
  const name = nameOf(part);
  if (name === undefined) return place !== null && place.nodeName === part.nodeName && nameOf(place) === undefined ? place : null;
  for (let found = place; found !== null; found = found.nextSibling) {
    if (found.nodeName === part.nodeName && nameOf(found) === name) return found;
  }
  return null;
}

/** What tells a part from its neighbours: of a button what it does, so that no click does something else than was read. */
function nameOf(part) {
  if (!(part instanceof HTMLElement)) return undefined;
  if (part.nodeName === "SECTION") return part.querySelector("h2")?.textContent;
  return Object.keys(part.dataset).length > 0 ? JSON.stringify(part.dataset) : undefined;
}
