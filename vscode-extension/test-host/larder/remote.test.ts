/** The editor of this run is served to a browser: its extensions run in the same remote host as over SSH, in WSL or in a container. */
import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { folder, running } from "../editor";

describe("a remote window", () => {
  let context: Context;

  before(async () => {
    context = await running();
  });

  it("has the extension and its server where the files are", async () => {
    assert.ok(vscode.env.remoteName, "the window and its extensions are apart");
    assert.equal(vscode.extensions.getExtension("kotlin-rca.kotlin-rca")?.extensionKind, vscode.ExtensionKind.Workspace);
    const { workspace } = (await context.server.status()) as { workspace: string[] };
    assert.deepEqual(workspace, [folder().uri.fsPath]);
  });
});
