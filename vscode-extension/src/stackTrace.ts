import type { ErrorReport, Frame, NativeFrame, ProjectFrame, ReportedException } from "./generated/contract";
import { html, type Html } from "./html";
import { baseName } from "./baseName";

/** So few frames between two of the project are not worth a click. */
const MIN_FOLDED = 3;
/** A stack that overflowed has a thousand. */
const MOST_FRAMES = 400;

const RELATIONS = { primary: undefined, cause: "Caused by: ", suppressed: "Suppressed: " } as const;

/**
 * Show the trace as the log has it: each exception with its frames, those of the project linked and marked, runs of
 * others folded.
 */
export function stackTrace({ exceptions, nativeFrames }: ErrorReport, frames: readonly ProjectFrame[], culprit: ProjectFrame | null): Html | undefined {
  if (exceptions.length === 0 && nativeFrames.length === 0) return undefined;
  const places = new Map(frames.map((frame) => [frame.text, frame]));
  const found = (frame: Frame): ProjectFrame | undefined => places.get(frame.text);
  return html`<div class="trace" role="region" tabindex="0" aria-label="Stack trace">
${exceptions.map((one) => html`<p class="thrown">${heading(one)}</p>${stack(one.frames, found, culprit)}`)}
${nativeFrames.length === 0 ? undefined : html`<p class="thrown">Native stack</p>${nativeFrames.slice(0, MOST_FRAMES).map((frame) => native(frame, places.get(frame.text), culprit))}`}
</div>`;
}

/** Return how many frames of the project a trace has. */
export function projectFrameCount({ exceptions }: ErrorReport, frames: readonly ProjectFrame[]): number {
  const texts = new Set(frames.map(({ text }) => text));
  return exceptions.flatMap((one) => one.frames).filter(({ text }) => texts.has(text)).length;
}

function heading({ relation, type, message, test }: ReportedException): Html {
  return html`${RELATIONS[relation]}<strong>${type}</strong>${message === null ? undefined : html`: ${message}`}${test ? html` <small>in ${test}</small>` : undefined}`;
}

function stack(frames: readonly Frame[], found: (frame: Frame) => ProjectFrame | undefined, culprit: ProjectFrame | null): Html[] {
  const shown: Html[] = [];
  let others: Frame[] = [];
  const flush = (): void => {
    shown.push(...foreign(others));
    others = [];
  };
  for (const frame of frames.slice(0, MOST_FRAMES)) {
    const place = found(frame);
    if (place === undefined) {
      others.push(frame);
      continue;
    }
    flush();
    shown.push(own(frame, place, place.text === culprit?.text));
  }
  flush();
  const left = frames.length - MOST_FRAMES;
  return left > 0 ? [...shown, html`<div class="frame">… ${left} more frames</div>`] : shown;
}

/** Show a native frame: linked where its symbols lead into the project, called an address where nothing says what it is. */
function native({ text, unresolved }: NativeFrame, place: ProjectFrame | undefined, culprit: ProjectFrame | null): Html {
  if (place !== undefined) return own({ text }, place, place.text === culprit?.text);
  return html`<div class="frame">${text}${typeof unresolved !== "string" ? undefined : html` <small>(an address: ${unresolved})</small>`}</div>`;
}

function foreign(frames: readonly Frame[]): Html[] {
  const rows = frames.map(({ text }) => html`<div class="frame">${text}</div>`);
  if (rows.length < MIN_FOLDED) return rows;
  return [html`<details class="frames"><summary>${rows.length} ${whose(frames)}</summary>${rows}</details>`];
}

/** Say whose the frames are; among others may be the project's own that a compiler made, or that are not in this workspace. */
function whose(frames: readonly Frame[]): string {
  if (frames.some(({ origin }) => origin === "app" || origin === "generated")) return "other frames";
  return frames.every(({ origin }) => origin === "platform") ? "frames of the platform" : "frames of libraries and the platform";
}

function own({ text }: Pick<Frame, "text">, { filePath, line, note, alternatives }: ProjectFrame, isCulprit: boolean): Html {
  const notes = [note, alternatives && `or ${alternatives.join(", ")}`].filter((words) => typeof words === "string");
  const said = notes.map((words) => html` <small>(${words})</small>`);
  const mark = isCulprit ? html`<span class="spoken">culprit: </span>` : undefined;
  return html`<div class="frame own${isCulprit ? " culprit" : ""}">${mark}${linked(text, filePath, line)}${said}</div>`;
}

/** Make the file in a frame's text a link; where it names none, the place stands behind it. */
function linked(text: string, filePath: string, line: number | null): Html {
  const [, before, named, after] = /^([^]*\()([^()]+)(\)[^]*)$/.exec(text) ?? [];
  const target = (shown: string): Html => html`<button class="link" data-act="open" data-path="${filePath}" data-line="${line ?? 1}" title="${filePath}">${shown}</button>`;
  const name = baseName(filePath);
  // Its own text may name another file, as of what was inlined, or none: the link says where it leads.
  return named?.startsWith(name) ? html`${before}${target(named)}${after}` : html`${text} ${target(line === null ? name : `${name}:${line}`)}`;
}
