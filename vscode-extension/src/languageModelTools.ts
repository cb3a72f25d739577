import * as vscode from "vscode";
import type { ToolName } from "./answer";
import type { Server } from "./server";

/** What stands before a tool's own name in the editor, where all extensions' tools lie in one list. */
export const PREFIX = "kotlin_rca_";

/**
 * Offer the tools of package.json to the editor's language models. What a tool may do is decided in one
 * place, the server: it asks the user before it writes or sends anything.
 */
export function languageModelTools(server: Server, names: readonly string[]): vscode.Disposable {
  return vscode.Disposable.from(...names.map((name) => vscode.lm.registerTool(name, new ServerTool(server, name.slice(PREFIX.length) as ToolName))));
}

/** Read the names of the tools that package.json offers. */
export function offeredTools(manifest: unknown): string[] {
  const { contributes } = manifest as { contributes?: { languageModelTools?: { name: string }[] } };
  return (contributes?.languageModelTools ?? []).map(({ name }) => name);
}

class ServerTool implements vscode.LanguageModelTool<object> {
  constructor(
    private readonly server: Server,
    private readonly name: ToolName,
  ) {}

  prepareInvocation({ input }: vscode.LanguageModelToolInvocationPrepareOptions<object>): vscode.PreparedToolInvocation {
    return { invocationMessage: `Kotlin RCA: ${this.name} ${shown(input)}` };
  }

  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    // The server validates; what it refuses comes back as words that a model can act on.
    const answer = await this.server.call(this.name, input, token);
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(answer))]);
  }
}

/** Name the parameters of a call in few words. */
function shown(input: object): string {
  return Object.entries(input)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `${name}: ${text.length <= 40 ? text : `${text.slice(0, 40)}…`}`;
    })
    .join(", ");
}
