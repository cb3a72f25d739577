import * as vscode from "vscode";
import { code, prose } from "./markdown";
import { percent } from "./percent";
import type { Server } from "./server";

const PLACES: vscode.DocumentSelector = [
  { scheme: "file", pattern: "**/*.{kt,kts,java,log,txt,trace,out,stacktrace,logcat}" },
  { language: "log" },
  { scheme: "untitled", language: "plaintext" },
];
const TYPE = /(?:[a-z_]\w*\.)*[A-Z]\w*(?:Exception|Error)\b/;
const SHOWN = 2;
const LIKELY = 0.5;

/** Show past solutions on hover over an exception's type; in a log the line's message counts, too. */
export function exceptionHover(server: Server): vscode.Disposable {
  return vscode.languages.registerHoverProvider(PLACES, {
    async provideHover(document, position, token) {
      const range = document.getWordRangeAtPosition(position, TYPE);
      if (range === undefined || server.state.kind !== "running") return undefined;
      const isCode = /\.(?:kts?|java)$/.test(document.uri.path);
      const query = isCode ? document.getText(range) : document.lineAt(position.line).text.trim().slice(0, 2_000);
      const answer = await server.call("vector_search_db", { query, limit: SHOWN, minConfidence: LIKELY }, token);
      if (!answer.success || answer.data.results.length === 0) return undefined;
      const found = answer.data.results.map(({ errorDescription, solution, confidence }) => {
        const [first = ""] = errorDescription.trim().split("\n");
        return `${code(first)} (${percent(confidence)})\n\n${prose(solution.trim().split("\n")[0] ?? "")}`;
      });
      return new vscode.Hover(new vscode.MarkdownString([`**${prose("Past solutions")}**`, ...found].join("\n\n")), range);
    },
  });
}
