// The MCP part of the editor's interface, which came with VS Code 1.101. The extension is typed against 1.99, which
// Cursor 1 and Windsurf are built from; where this part is missing, `registerOptional` goes on without it.
declare module "vscode" {
  export class McpHttpServerDefinition {
    readonly label: string;
    uri: Uri;
    headers: Record<string, string>;
    version?: string;
    constructor(label: string, uri: Uri, headers?: Record<string, string>, version?: string);
  }

  export interface McpServerDefinitionProvider {
    readonly onDidChangeMcpServerDefinitions?: Event<void>;
    provideMcpServerDefinitions(token: CancellationToken): ProviderResult<McpHttpServerDefinition[]>;
  }

  export namespace lm {
    export function registerMcpServerDefinitionProvider(id: string, provider: McpServerDefinitionProvider): Disposable;
  }
}
