import { diffHtml } from "./diffHtml";
import type { SuspectChange } from "./generated/contract";
import { html, type Html } from "./html";
import { baseName } from "./baseName";
import { placeButton } from "./htmlLinks";
import { list } from "./reportSections";

const HASH_DIGITS = 10;

const REASONS: Readonly<Record<SuspectChange["reason"], string>> = {
  uncommitted: "not committed yet",
  blame_line: "last touched the line",
  blame_function: "touched the function",
  recent_commit: "recently changed the file",
  caller_changed: "changed a caller",
  dependency_changed: "changed a dependency",
};

/** Show the changes that may have brought the error; a commit's hash opens its diff. */
export function suspectChanges(changes: readonly SuspectChange[]): Html | undefined {
  return list(changes.map(change));
}

function change(one: SuspectChange): Html {
  const by = [one.author, one.date?.slice(0, 10)].filter((part) => typeof part === "string").join(", ");
  const first = html`${commit(one)} ${one.summary} <small>(${REASONS[one.reason]}${by === "" ? "" : `; ${by}`})</small> in ${placeButton(one.filePath, one.lines[0] ?? null)}`;
  return one.diff ? html`${first}<details><summary>Diff of ${baseName(one.filePath)}</summary>${diffHtml(one.diff, one.filePath)}</details>` : first;
}

function commit({ commit: hash, filePath }: SuspectChange): Html {
  const words = hash === null ? html`Uncommitted edit` : html`<code>${hash.slice(0, HASH_DIGITS)}</code>`;
  return html`<button class="link" data-act="showChange" data-path="${filePath}" data-commit="${hash ?? ""}" title="Open the diff">${words}</button>`;
}
