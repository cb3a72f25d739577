import { evidenceOf } from "./evidence";
import type { Caller } from "./generated/contract";
import { html, joined, type Html } from "./html";
import { placeButton } from "./place";

const PICTURED = 5;
const BOX = { width: 260, height: 30, gap: 22 } as const;
const SHOWN_CHARACTERS = 36;

interface Branch {
  readonly caller: Caller;
  readonly callers: Branch[];
}

/** Arrange callers as a tree, the direct ones first; one whose callee is not listed stands at the top. */
export function callTree(callers: readonly Caller[]): Branch[] {
  const roots: Branch[] = [];
  const known = new Map<string, Branch>();
  for (const caller of [...callers].sort((a, b) => a.depth - b.depth)) {
    const branch: Branch = { caller, callers: [] };
    const callee = known.get(caller.callChain.slice(1).join("\n"));
    (callee?.callers ?? roots).push(branch);
    const key = caller.callChain.join("\n");
    if (!known.has(key)) known.set(key, branch);
  }
  return roots;
}

/** Show callers as nested lists that open and close. */
export function callTreeHtml(callers: readonly Caller[]): Html {
  return html`<ul class="calls">${callTree(callers).map(branchHtml)}</ul>`;
}

function branchHtml({ caller, callers }: Branch): Html {
  const line = html`<code>${caller.callerName}</code> ${placeButton(caller.filePath, caller.line)} <small>${evidenceOf(caller)}</small>`;
  if (callers.length === 0) return html`<li>${line}</li>`;
  const count = callers.length === 1 ? "1 caller" : `${callers.length} callers`;
  return html`<li>${line}<details open><summary>${count} of ${caller.callerName}</summary><ul>${callers.map(branchHtml)}</ul></details></li>`;
}

/** Draw the longest way to the function, outermost caller on top; nothing where nobody calls. */
export function callPicture(callers: readonly Caller[]): Html | undefined {
  const chain = callers.reduce<readonly string[]>((longest, { callChain }) => (callChain.length > longest.length ? callChain : longest), []);
  if (chain.length < 2) return undefined;
  const names = chain.length > PICTURED ? [chain[0] ?? "", "…", ...chain.slice(-(PICTURED - 2))] : chain;
  const height = names.length * (BOX.height + BOX.gap) - BOX.gap;
  const boxes = names.map((name, index) => {
    const top = index * (BOX.height + BOX.gap);
    const last = index === names.length - 1;
    const arrow = html`<path class="arrow" d="M${BOX.width / 2} ${top + BOX.height}v${BOX.gap - 2}m-4 -5l4 5l4 -5"/>`;
    return html`<g><rect class="${last ? "box culprit" : "box"}" x="1" y="${top + 1}" width="${BOX.width - 2}" height="${BOX.height - 2}" rx="4"/><text x="${BOX.width / 2}" y="${top + BOX.height / 2}">${short(name)}</text>${last ? undefined : arrow}</g>`;
  });
  return html`<svg class="chain" role="img" aria-label="${names.join(" calls ")}" viewBox="0 0 ${BOX.width} ${height}" width="${BOX.width}" height="${height}">${joined(boxes)}</svg>`;
}

function short(name: string): string {
  return name.length <= SHOWN_CHARACTERS ? name : `${name.slice(0, SHOWN_CHARACTERS - 1)}…`;
}
