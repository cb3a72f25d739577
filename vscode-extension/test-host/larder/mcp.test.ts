import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { mcpDefinitions } from "../../src/mcpProvider";
import { closeEditors, closeQuestions, listed, running, show, until } from "../editor";

const LABEL = "feature/basket/src/main/kotlin/com/example/larder/basket/PriceLabel.kt";

describe("the MCP server definition", () => {
  let context: Context;
  let client: Client;
  let definition: vscode.McpHttpServerDefinition;

  before(async () => {
    context = await running();
    const [found] = await mcpDefinitions(context.server, "0.0.0");
    assert.ok(found);
    definition = found;
    client = await connected(definition);
  });

  after(async () => {
    await client.close();
    await closeEditors();
  });

  it("leads to this machine and holds a token", () => {
    assert.match(definition.uri.authority, /^127\.0\.0\.1:\d+$/);
    assert.match(definition.headers["Authorization"] ?? "", /^Bearer \S{20,}$/);
  });

  it("lets nobody in without the token", async () => {
    const bare = new vscode.McpHttpServerDefinition(definition.label, definition.uri);
    await assert.rejects(connected(bare));
  });

  it("offers the debugging tools with honest hints", async () => {
    const { tools } = await client.listTools();
    const hint = (name: string): boolean | undefined => tools.find((tool) => tool.name === name)?.annotations?.readOnlyHint;
    assert.equal(hint("analyze_error"), true);
    assert.equal(hint("record_solution"), false);
  });

  it("sees what is typed and not saved", async () => {
    const editor = await show(LABEL);
    const mark = `// unsaved ${Date.now()}`;
    await editor.edit((edit) => { edit.insert(new vscode.Position(0, 0), `${mark}\n`); });
    try {
      await until("the unsaved text", async () => (await read(client)).includes(mark));
    } finally {
      await vscode.window.showTextDocument(editor.document);
      await vscode.commands.executeCommand("workbench.action.files.revert");
    }
    await until("the saved text", async () => !(await read(client)).includes(mark));
  });

  it("is listed by the editor", async () => {
    await listed("it in the list", "Kotlin RCA", "workbench.mcp.listServer");
    await closeQuestions();
  });

  it("is given anew when the server was started again", async () => {
    await context.server.restart();
    await running();
    const [fresh] = await mcpDefinitions(context.server, "0.0.0");
    assert.ok(fresh);
    const again = await connected(fresh);
    assert.ok((await again.listTools()).tools.length > 0);
    await again.close();
    await client.close();
    client = await connected(fresh);
  });
});

async function connected({ uri, headers }: vscode.McpHttpServerDefinition): Promise<Client> {
  const client = new Client({ name: "suite", version: "0.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(uri.toString(true)), { requestInit: { headers } });
  await client.connect(transport);
  return client;
}

async function read(client: Client): Promise<string> {
  const { content } = await client.callTool({ name: "read_file", arguments: { filePath: LABEL } });
  const text = (content as { type: string; text: string }[]).map((part) => part.text).join("");
  assert.match(text, /object PriceLabel/);
  return text;
}
