import * as vscode from "vscode";
import { KOTLIN_EXTENSIONS, type Editor, type Place } from "./otherLanguageServers";

/** The editor's own commands that ask every language server. */
export const editorRequests: Editor = {
  kotlinExtensions: () =>
    vscode.extensions.all
      .filter(({ id, isActive }) => isActive && KOTLIN_EXTENSIONS.includes(id.toLowerCase()))
      .map(({ id }) => id),

  async incomingCalls(at) {
    const uri = vscode.Uri.parse(at.uri);
    const items = await ask<vscode.CallHierarchyItem>("vscode.prepareCallHierarchy", uri, positionOf(at));
    const calls = await Promise.all(items.map((item) => ask<vscode.CallHierarchyIncomingCall>("vscode.provideIncomingCalls", item)));
    return calls.flat().flatMap(({ from, fromRanges }) => fromRanges.map(({ start }) => placeOf(from.uri, start)));
  },

  async references(at) {
    const found = await ask<vscode.Location>("vscode.executeReferenceProvider", vscode.Uri.parse(at.uri), positionOf(at));
    return found.map(({ uri, range }) => placeOf(uri, range.start));
  },
};

async function ask<T>(command: string, ...args: unknown[]): Promise<T[]> {
  return (await vscode.commands.executeCommand<T[] | undefined>(command, ...args)) ?? [];
}

function positionOf({ line, character }: Place): vscode.Position {
  return new vscode.Position(line, character);
}

function placeOf(uri: vscode.Uri, { line, character }: vscode.Position): Place {
  return { uri: uri.toString(), line, character };
}
