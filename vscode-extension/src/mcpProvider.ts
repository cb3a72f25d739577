import * as vscode from "vscode";
import type { Server } from "./server";

const ID = "kotlinRca.mcp";

/** Offer the running server to every assistant of the editor: they see the same unsaved text, problems and terminal. */
export function mcpProvider(server: Server, version: string): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    server.onDidChangeState(() => {
      changed.fire(); // a server that was started again listens elsewhere
    }),
    vscode.lm.registerMcpServerDefinitionProvider(ID, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => mcpDefinitions(server, version),
    }),
  );
}

/** Say where the running server listens, and with which token; nothing where it does not run. */
export async function mcpDefinitions(server: Server, version: string): Promise<vscode.McpHttpServerDefinition[]> {
  if (server.state.kind !== "running") return [];
  const { url, token } = await server.mcpEndpoint();
  const headers = { Authorization: `Bearer ${token}` };
  return [new vscode.McpHttpServerDefinition("Kotlin RCA", vscode.Uri.parse(url), headers, version)];
}
