import * as vscode from "vscode";
import { editorQuestions } from "./editorQuestions";
import type { KnowledgeSettings, NetworkSettings, Settings } from "./generated/contract";
import { codeNavigation } from "./otherServers";

/** Read the contract's settings, and none of the extension's own: the server refuses what it does not know. */
export function serverSettings(): Settings {
  const rca = vscode.workspace.getConfiguration("rca");
  return {
    appPackages: rca.get<string[]>("appPackages", []),
    mappingFile: rca.get<string | null>("mappingFile", null),
    codeNavigation: codeNavigation(rca.get("codeNavigation", "auto"), editorQuestions.kotlinExtensions()),
    knowledge: rca.get<KnowledgeSettings>("knowledge", {}),
    network: rca.get<NetworkSettings>("network", {}),
  };
}

/** Read the settings that say how the server is started. */
export function launchSettings(): { serverCommand: string; pythonPath: string } {
  const rca = vscode.workspace.getConfiguration("rca");
  return {
    serverCommand: rca.get<string>("server.command", "").trim(),
    pythonPath: rca.get<string>("python.path", "").trim(),
  };
}
