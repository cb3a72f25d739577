import type { WaitEdge, WaitGraph, WaitNode, WaitPlace } from "./generated/contract";
import { html, type Html } from "./html";
import { placeButton } from "./htmlLinks";
import { section } from "./reportSections";
import { waitGraphPicture } from "./waitGraphPicture";

const MOST_WAITS = 12;

/** Show who waits for whom: a picture, then each wait with its lines. The finding itself, and how the first cycle ends, are told above it. */
export function waitGraphSection(graph: WaitGraph | null | undefined): Html | undefined {
  if (!graph || graph.edges.length === 0) return undefined;
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const waits = graph.edges.filter((edge) => nodes.get(edge.waiter)?.kind !== "pool");
  const left = waits.length - MOST_WAITS;
  return section(
    "Who waits for whom",
    html`${(graph.cycles ?? []).slice(1).map((cycle) => html`<p class="cause"><strong>To end it:</strong> ${coded(cycle.release)}</p>`)}
${waitGraphPicture(graph)}
<ul>${waits.slice(0, MOST_WAITS).map((edge) => html`<li>${wait(edge, nodes)}</li>`)}</ul>
${left > 0 ? html`<p>${left} more waits are not shown.</p>` : undefined}
${(graph.notes ?? []).map((note) => html`<p><small>${note}</small></p>`)}`,
  );
}

function wait(edge: WaitEdge, nodes: ReadonlyMap<string, WaitNode>): Html {
  const holder = edge.holder === null ? undefined : nodes.get(edge.holder);
  const needed = holder === undefined ? undefined : html` → <strong>${holder.name}</strong>${at(edge.holdsAt)}`;
  const ends = edge.timed ? html` It ends by itself after a time.` : undefined;
  return html`<strong>${nodes.get(edge.waiter)?.name ?? edge.waiter}</strong>${at(edge.waitsAt)} waits for ${coded(edge.resource)}${needed} <span class="tag">${edge.certainty}</span> <small>${coded(edge.evidence)}${ends}</small>`;
}

/** Name a place: as a button where it lies in the workspace. */
function at(place: WaitPlace | null | undefined): Html | undefined {
  if (!place) return undefined;
  return place.filePath ? html` ${placeButton(place.filePath, place.line ?? null)}` : html` <code>${place.frame}</code>`;
}

/** Write a sentence in which code stands between backticks. */
function coded(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}
