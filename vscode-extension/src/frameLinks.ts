import * as vscode from "vscode";
import { framesIn } from "./frames";
import type { Server } from "./server";
import { Turn } from "./turn";
import { fileAt, openAt } from "./workspaceFiles";

const MOST_LINKS = 2_000;
const LOGS: vscode.DocumentSelector = [
  { language: "log" },
  { scheme: "untitled", language: "plaintext" },
  { pattern: "**/*.{log,txt,trace,out,stacktrace,logcat}" },
];

class FrameLink extends vscode.TerminalLink {
  constructor(
    start: number,
    length: number,
    readonly text: string,
  ) {
    super(start, length, "Open the code of this frame");
  }
}

class LogLink extends vscode.DocumentLink {
  constructor(
    range: vscode.Range,
    readonly text: string,
  ) {
    super(range);
    this.tooltip = "Open the code of this frame";
  }
}

/** Make stack frames in terminals and in opened logs lead to the code; the server finds it when a link is followed. */
export function frameLinks(server: Pick<Server, "locate">, failed: (problem: unknown) => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.window.registerTerminalLinkProvider({
      provideTerminalLinks: ({ line }) => framesIn(line).map(({ start, length, text }) => new FrameLink(start, length, text)),
      handleTerminalLink: async (link) => {
        try {
          await follow(server, link);
        } catch (problem) {
          failed(problem); // the editor would say nothing at all
        }
      },
    }),
    vscode.languages.registerDocumentLinkProvider(LOGS, {
      provideDocumentLinks: linksOf,
      resolveDocumentLink: async (link: vscode.DocumentLink) => {
        if (!(link instanceof LogLink)) return undefined;
        const [place] = await server.locate(link.text);
        const uri = place && (await fileAt(place.filePath));
        if (uri === undefined) return undefined;
        link.target = uri.with({ fragment: `L${place?.line ?? 1}` });
        return link;
      },
    }),
  );
}

async function follow(server: Pick<Server, "locate">, link: vscode.TerminalLink): Promise<void> {
  const [place] = link instanceof FrameLink ? await server.locate(link.text) : [];
  if (place === undefined) {
    void vscode.window.showInformationMessage("This frame names no code of the workspace.");
    return;
  }
  const path = await oneOf([place.filePath, ...(place.alternatives ?? [])]);
  if (path !== undefined) await openAt(path, place.line);
}

/** Let the person choose between files that fit as well; undefined where they choose none. */
async function oneOf(paths: readonly string[]): Promise<string | undefined> {
  return paths.length === 1 ? paths[0] : vscode.window.showQuickPick(paths, { title: "Several files fit this frame", placeHolder: "Best first" });
}

/** Find the frames of a log; it may have hundreds of thousands of lines without one. */
async function linksOf(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<LogLink[]> {
  const links: LogLink[] = [];
  const turn = new Turn();
  for (let number = 0; number < document.lineCount && links.length < MOST_LINKS; number += 1) {
    if (turn.isOver) await turn.pass();
    if (token.isCancellationRequested) return [];
    for (const { start, length, text } of framesIn(document.lineAt(number).text)) {
      links.push(new LogLink(new vscode.Range(number, start, number, start + length), text));
    }
  }
  return links;
}
