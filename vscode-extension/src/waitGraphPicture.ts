import type { WaitEdge, WaitGraph, WaitNode } from "./generated/contract";
import { html, type Html } from "./html";

const WIDTH = 340;
const HEIGHT = 46;
const GAP = 40;
const STEP = HEIGHT + GAP;
const BEND = 26;
const MARGIN = 8;
const MOST_NODES = 14;
const LONGEST_NAME = 44;
const LONGEST_LABEL = 48;
/** Pixels right of the boxes, for labels. */
const RIGHT = 60;

/** Draw the waits: a box for each node in the order of waiting, an arrow to who must act. Styles are in media/report.css. */
export function waitGraphPicture(graph: WaitGraph): Html | undefined {
  const order = nodeOrder(graph);
  const shown = order.slice(0, MOST_NODES);
  const rows = new Map(shown.map((id, row) => [id, row]));
  const edges = graph.edges.filter((edge) => edge.holder !== null && rows.has(edge.waiter) && rows.has(edge.holder));
  if (edges.length === 0) return undefined;
  const inCycle = new Set((graph.cycles ?? []).flatMap((cycle) => cycle.nodes));
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const left = MARGIN + BEND * (1 + Math.max(0, ...edges.map((edge) => bendOf(edge, rows))));
  const width = left + WIDTH + RIGHT;
  const height = MARGIN * 2 + shown.length * STEP - GAP;
  const hidden = order.length - shown.length;
  return html`<figure class="waits"><svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${spoken(graph, nodes)}">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z"/></marker></defs>
${edges.map((edge) => arrow(edge, rows, left, inCycle.has(edge.waiter) && inCycle.has(edge.holder ?? "")))}
${shown.map((id, row) => box(nodes.get(id), row, left, inCycle.has(id)))}
</svg>${hidden > 0 ? html`<figcaption>${hidden} more are not drawn.</figcaption>` : undefined}</figure>`;
}

/** Return the nodes that wait or are waited for: cycles first, then the main thread's chain, then the others. */
function nodeOrder(graph: WaitGraph): string[] {
  const linked = graph.edges.filter((edge) => edge.holder !== null).flatMap((edge) => [edge.waiter, edge.holder ?? ""]);
  const known = new Set(linked);
  const first = [...(graph.cycles ?? []).flatMap((cycle) => cycle.nodes), ...(graph.mainChain ?? [])].filter((id) => known.has(id));
  return [...new Set([...first, ...linked])];
}

/** Return over how many rows an arrow bends; 0 for one that goes straight down to the next box. */
function bendOf(edge: WaitEdge, rows: ReadonlyMap<string, number>): number {
  const distance = (rows.get(edge.holder ?? "") ?? 0) - (rows.get(edge.waiter) ?? 0);
  return distance === 1 ? 0 : Math.min(Math.max(Math.abs(distance), 1), 4);
}

function box(node: WaitNode | undefined, row: number, left: number, isInCycle: boolean): Html {
  const top = MARGIN + row * STEP;
  const place = node?.place;
  const where = place?.filePath ? `${place.filePath.split("/").at(-1) ?? ""}:${place.line ?? "?"}` : (place?.frame ?? "");
  const facts = [node?.kind === "thread" ? undefined : node?.kind, node?.state, where].filter((fact) => typeof fact === "string" && fact !== "");
  return html`<g class="${isInCycle ? "node cycle" : "node"}"><title>${node?.name ?? ""}</title><rect x="${left}" y="${top}" width="${WIDTH}" height="${HEIGHT}" rx="4"/>
<text x="${left + 10}" y="${top + 19}" class="name">${cut(node?.name ?? "", LONGEST_NAME)}</text><text x="${left + 10}" y="${top + 36}" class="facts">${cut(facts.join(" · "), LONGEST_NAME + 6)}</text></g>`;
}

function arrow(edge: WaitEdge, rows: ReadonlyMap<string, number>, left: number, isInCycle: boolean): Html {
  const from = rows.get(edge.waiter) ?? 0;
  const to = rows.get(edge.holder ?? "") ?? 0;
  const bend = bendOf(edge, rows);
  const style = `edge ${edge.certainty}${isInCycle ? " cycle" : ""}${edge.timed ? " timed" : ""}`;
  const top = MARGIN + from * STEP;
  if (bend === 0) {
    const x = left + 24;
    const label = edge.resource.replaceAll("`", "").split(" <")[0] ?? "";
    return html`<path class="${style}" d="M${x} ${top + HEIGHT}V${top + STEP - 1}" marker-end="url(#arrow)"><title>${edge.evidence}</title></path><text x="${x + 10}" y="${top + HEIGHT + GAP / 2 + 4}" class="label">${cut(label, LONGEST_LABEL)}</text>`;
  }
  // Where an arrow leaves a box and where it meets one differ, so that two of them are told apart.
  const start = top + HEIGHT * 0.65;
  const end = MARGIN + to * STEP + HEIGHT * 0.35;
  const out = left - BEND * bend;
  return html`<path class="${style}" d="M${left} ${start}C${out} ${start} ${out} ${end} ${left - 1} ${end}" marker-end="url(#arrow)"><title>${edge.resource}: ${edge.evidence}</title></path>`;
}

/** Say the picture in words, for who does not see it. */
function spoken(graph: WaitGraph, nodes: ReadonlyMap<string, WaitNode>): string {
  const told = graph.edges
    .filter((edge) => edge.holder !== null)
    .slice(0, MOST_NODES)
    .map((edge) => `${nodes.get(edge.waiter)?.name ?? edge.waiter} waits for ${nodes.get(edge.holder ?? "")?.name ?? ""}`);
  return `${told.join("; ")}.`;
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
