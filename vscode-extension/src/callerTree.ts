import { describeEvidence } from "./callerEvidence";
import type { Caller, ProjectFrame } from "./generated/contract";
import { html, type Html } from "./html";
import { placeButton } from "./htmlLinks";

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

/** Show the function with its callers below it, as one tree: those that the trace went through marked, those of tests folded. */
export function callTreeHtml(callers: readonly Caller[], frames: readonly ProjectFrame[] = []): Html | undefined {
  const branches = callTree(callers);
  const [first] = branches;
  if (first === undefined) return undefined;
  const taken = new Set(frames.map(({ filePath, line }) => `${filePath}:${line ?? 0}`));
  // Several functions can be called here: those of one name that a frame may mean.
  const names = [...new Set(branches.map(({ caller }) => caller.callee))];
  return html`<ul class="calls">${names.map((name) => {
    const direct = branches.filter(({ caller }) => caller.callee === name);
    return html`<li><code>${name}</code>${branchesHtml(direct, taken)}</li>`;
  })}</ul>`;
}

function branchesHtml(branches: readonly Branch[], taken: ReadonlySet<string>): Html | undefined {
  if (branches.length === 0) return undefined;
  const marked = branches.map((branch) => ({ branch, isTaken: taken.has(`${branch.caller.filePath}:${branch.caller.line}`) }));
  const isFolded = ({ branch, isTaken }: (typeof marked)[number]): boolean => !isTaken && isTest(branch.caller.filePath);
  const row = ({ branch, isTaken }: (typeof marked)[number]): Html => branchHtml(branch, isTaken, taken);
  const tests = marked.filter(isFolded);
  const rest = marked.filter((one) => !isFolded(one)).sort((a, b) => Number(b.isTaken) - Number(a.isTaken));
  const folded = tests.length === 0 ? undefined : html`<li><details><summary>${tests.length} ${tests.length === 1 ? "call" : "calls"} in tests</summary><ul>${tests.map(row)}</ul></details></li>`;
  return html`<ul>${rest.map(row)}${folded}</ul>`;
}

function branchHtml({ caller, callers }: Branch, isTaken: boolean, taken: ReadonlySet<string>): Html {
  const mark = isTaken ? html` <span class="tag">in the trace</span>` : undefined;
  const line = html`<code>${caller.callerName}</code> ${placeButton(caller.filePath, caller.line)}${mark} <small>${describeEvidence(caller)}</small>`;
  return html`<li${isTaken ? html` class="taken"` : undefined}>${line}${branchesHtml(callers, taken)}</li>`;
}

/** Whether a file lies in a source set of tests (`src/test`, `src/androidTest`, `src/commonTest`, …). */
function isTest(filePath: string): boolean {
  return /(?:^|\/)src\/(?:test\w*|\w+Test\w*)\//.test(filePath);
}
