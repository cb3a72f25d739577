import type { AnalyzeHeapDumpResult, HeapLeak, Meta } from "./generated/contract";
import { html, type Html } from "./html";
import { placeButton } from "./htmlLinks";
import { percent } from "./percent";

const KILOBYTE = 1024;

/** Write the leaks of a heap dump, and what retains most, as the content of a panel. */
export function heapDumpPage(name: string, result: AnalyzeHeapDumpResult, meta: Meta): Html {
  const { dump, leaks, largest, classes } = result;
  return html`<h1>${name}</h1>
<p>${leaks.length === 0 ? "No leak was found." : `${leaks.length} ${leaks.length === 1 ? "leak" : "leaks"}.`} ${dump.reachableObjects.toLocaleString("en")} objects of ${size(dump.reachableBytes)} are reachable (${dump.platform}).</p>
${leaks.map(leakSection)}
${(meta.provenance ?? []).map((note) => html`<p>${note.replaceAll("`", "")}</p>`)}
${largest.length === 0 ? "" : html`<h2>Objects that retain most</h2>
<ul>${largest.map((one) => html`<li><code>${one.className}</code>: ${size(one.retainedBytes)}, most of it in <code>${one.gatheredIn}</code></li>`)}</ul>`}
<h2>Classes whose instances take most</h2>
<ul>${classes.map((one) => html`<li><code>${one.className}</code>: ${one.count.toLocaleString("en")}, ${size(one.bytes)}</li>`)}</ul>`;
}

function leakSection({ trace, text, hypotheses }: HeapLeak): Html {
  const last = trace.nodes.at(-1);
  const count = trace.instances ?? 1;
  return html`<h2><code>${last?.className ?? ""}</code> leaks</h2>
<p>${count > 1 ? `${count} objects, ` : ""}${size(trace.retainedBytes ?? 0)} retained. ${last?.reason ?? ""}</p>
${trace.knownLeak === undefined || trace.knownLeak === null ? "" : html`<p>A known leak of the platform: ${trace.knownLeak}</p>`}
<ul>${(hypotheses ?? []).map((one) => html`<li>${percent(one.confidence)} ${one.statement.replaceAll("`", "")} ${one.places.map(({ filePath, line }) => html`${placeButton(filePath, line)} `)}<br>To check: ${one.check.replaceAll("`", "")}</li>`)}</ul>
<pre>${text}</pre>`;
}

/** Write a number of bytes as a person reads it. */
export function size(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} bytes`;
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE ? `${kilobytes.toFixed(1)} kB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}
