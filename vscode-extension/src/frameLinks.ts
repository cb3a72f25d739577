import * as vscode from "vscode";
import { framesIn } from "./frameParser";
import type { Server } from "./server";
import { TimeSlice } from "./scheduling";
import { fileAt, openAt } from "./workspaceFiles";

/** Follows a frame of a log that leads to no file, or to several; the editor's links alone run it. */
const FOLLOW = "kotlinRca.followFrame";
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
  const tried = async (text: string): Promise<void> => {
    try {
      await follow(server, text);
    } catch (problem) {
      failed(problem); // the editor would say nothing at all
    }
  };
  return vscode.Disposable.from(
    vscode.window.registerTerminalLinkProvider({
      provideTerminalLinks: ({ line }) => framesIn(line).map(({ start, length, text }) => new FrameLink(start, length, text)),
      handleTerminalLink: (link: FrameLink) => tried(link.text),
    }),
    vscode.languages.registerDocumentLinkProvider(LOGS, {
      provideDocumentLinks: linksOf,
      resolveDocumentLink: async (link: vscode.DocumentLink) => {
        if (!(link instanceof LogLink)) return undefined;
        link.target = (await onlyPlace(server, link.text)) ?? vscode.Uri.parse(`command:${FOLLOW}?${encodeURIComponent(JSON.stringify([link.text]))}`);
        return link;
      },
    }),
    vscode.commands.registerCommand(FOLLOW, (text: unknown) => tried(String(text))),
  );
}

/** Give the place of a frame where there is no doubt about it; whatever else has to be asked or said is left to a command. */
async function onlyPlace(server: Pick<Server, "locate">, text: string): Promise<vscode.Uri | undefined> {
  try {
    const [place] = await server.locate(text);
    if (place === undefined || (place.alternatives?.length ?? 0) > 0) return undefined;
    return (await fileAt(place.filePath))?.with({ fragment: `L${place.line}` });
  } catch {
    return undefined;
  }
}

async function follow(server: Pick<Server, "locate">, text: string): Promise<void> {
  const [place] = await server.locate(text);
  if (place === undefined) {
    void vscode.window.showInformationMessage("This frame names no code in the workspace.");
    return;
  }
  const path = await oneOf([place.filePath, ...(place.alternatives ?? [])]);
  if (path !== undefined) await openAt(path, place.line);
}

/** Let the person choose between files that fit as well; undefined where they choose none. */
async function oneOf(paths: readonly string[]): Promise<string | undefined> {
  return paths.length === 1 ? paths[0] : vscode.window.showQuickPick(paths, { title: "Several files match this frame", placeHolder: "Best first" });
}

/** Find the frames of a log; it may have hundreds of thousands of lines without one. */
async function linksOf(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<LogLink[]> {
  const links: LogLink[] = [];
  const turn = new TimeSlice();
  for (let number = 0; number < document.lineCount && links.length < MOST_LINKS; number += 1) {
    if (turn.isOver) await turn.pass();
    if (token.isCancellationRequested) return [];
    for (const { start, length, text } of framesIn(document.lineAt(number).text)) {
      links.push(new LogLink(new vscode.Range(number, start, number, start + length), text));
    }
  }
  return links;
}
