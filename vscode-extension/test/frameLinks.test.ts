import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { frameLinks } from "../src/frameLinks";
import type { Server } from "../src/server";
import { Uri, levers, registered, window } from "./fake_vscode";

interface Link {
  readonly text: string;
  readonly range: { readonly start: number; readonly end: number };
}

interface Provider {
  provideDocumentLinks(document: unknown, token: { isCancellationRequested: boolean }): Promise<Link[]>;
}

const FRAME = "  at org.sample.Shop.open(Shop.kt:12)";

function provider(): Provider {
  const server: Pick<Server, "locate"> = { locate: () => Promise.resolve([]) };
  frameLinks(server, (problem) => failures.push(problem));
  return levers.linkProvider as Provider;
}

const failures: unknown[] = [];

/** A log; each line that is read takes a millisecond. */
function log(lines: number, line: (number: number) => string): { document: unknown; end: () => void; read: () => number } {
  let now = 0;
  const clock = mock.method(performance, "now", () => now);
  const lineAt = (number: number): { text: string } => {
    now += 1;
    return { text: line(number) };
  };
  return { document: { lineCount: lines, lineAt }, end: () => { clock.mock.restore(); }, read: () => now };
}

test("frames of a log are links", async () => {
  const { document, end } = log(3, (number) => (number === 1 ? FRAME : "nothing"));
  const links = await provider().provideDocumentLinks(document, { isCancellationRequested: false });
  end();
  assert.deepEqual(links.map(({ text }) => text), ["at org.sample.Shop.open(Shop.kt:12)"]);
});

test("others get their turn while a long log is looked through, and who asked may give up", async () => {
  const { document, end, read } = log(10_000, () => "nothing to see");
  const token = { isCancellationRequested: false };
  let turns = 0;
  const others = (): void => {
    turns += 1;
    if (turns === 50) token.isCancellationRequested = true;
    else setImmediate(others);
  };
  setImmediate(others);
  const links = await provider().provideDocumentLinks(document, token);
  end();
  assert.deepEqual(links, []);
  assert.equal(turns, 50);
  assert.ok(read() < 1_000);
});

test("no more links are made than an editor can show", async () => {
  const { document, end } = log(5_000, () => FRAME);
  const links = await provider().provideDocumentLinks(document, { isCancellationRequested: false });
  end();
  assert.equal(links.length, 2_000);
});

test("a link that cannot be followed says why", async () => {
  const stopped = new Error("the server is not running");
  frameLinks({ locate: () => Promise.reject(stopped) }, (problem) => failures.push(problem));
  const terminal = levers.terminalLinks as { provideTerminalLinks(of: { line: string }): unknown[]; handleTerminalLink(link: unknown): Promise<void> };
  await terminal.handleTerminalLink(terminal.provideTerminalLinks({ line: FRAME })[0]);
  assert.deepEqual(failures, [stopped]);
});

test("where several files fit a frame as well the person chooses", async () => {
  const opened: unknown[] = [];
  const offered: unknown[] = [];
  window["showTextDocument"] = (uri: { path: string }) => Promise.resolve(void opened.push(uri.path));
  window["showQuickPick"] = (paths: string[]) => {
    offered.push(paths);
    return Promise.resolve(paths[1]);
  };
  const places = [[{ filePath: "app/Shop.kt", line: 12 }], [{ filePath: "app/Shop.kt", line: 12, alternatives: ["lib/Shop.kt"] }]];
  frameLinks({ locate: () => Promise.resolve(places.shift() ?? []) }, (problem) => { throw problem; });
  const terminal = levers.terminalLinks as { provideTerminalLinks(of: { line: string }): unknown[]; handleTerminalLink(link: unknown): Promise<void> };
  for (let times = 0; times < 2; times += 1) await terminal.handleTerminalLink(terminal.provideTerminalLinks({ line: FRAME })[0]);
  assert.deepEqual(offered, [["app/Shop.kt", "lib/Shop.kt"]]);
  assert.deepEqual(opened, ["/ws/app/Shop.kt", "/ws/lib/Shop.kt"]);
});

test("a frame of a log leads where one of a terminal does: to its file, to a choice, or to words that say why not", async () => {
  const alternatives = ["lib/Shop.kt"];
  const answers: (() => Promise<{ filePath: string; line: number; alternatives?: string[] }[]>)[] = [];
  frameLinks({ locate: () => (answers.shift() ?? (() => Promise.resolve([])))() }, (problem) => failures.push(problem));
  const links = levers.linkProvider as Provider & { resolveDocumentLink(link: unknown): Promise<{ target: unknown }> };
  const { document, end } = log(1, () => FRAME);
  const [link] = await links.provideDocumentLinks(document, { isCancellationRequested: false });
  end();
  const place = { filePath: "app/Shop.kt", line: 12 };
  answers.push(() => Promise.resolve([place]));
  assert.equal((await links.resolveDocumentLink(link)).target, "/ws/app/Shop.kt#L12");
  const gone = new Error("the server is not running");
  for (const answer of [() => Promise.resolve([{ ...place, alternatives }]), () => Promise.resolve([]), () => Promise.reject(gone)]) {
    answers.push(answer, answer);
    const { target } = await links.resolveDocumentLink(link);
    assert.ok(target instanceof Uri && target.scheme === "command");
    const [name = "", given = ""] = target.path.split("?");
    const said: string[] = [];
    window["showQuickPick"] = () => Promise.resolve(void said.push("asked"));
    window["showInformationMessage"] = (words: string) => Promise.resolve(void said.push(words));
    failures.length = 0;
    await registered[name]?.(...(JSON.parse(decodeURIComponent(given)) as unknown[]));
    assert.equal([...said, ...failures].length, 1);
    assert.match(String([...said, ...failures][0]), /asked|names no code|not running/);
  }
});
