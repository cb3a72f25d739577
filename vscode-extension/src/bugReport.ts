import { open } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Context } from "./context";
import { ownServer, variables } from "./serverDiscovery";
import { refuse, type Known } from "./redaction";
import { settingProblems, settingsSchema } from "./settings";
import { run } from "./setup/process";
import { describe } from "./status";

const LOG_BYTES = 32_000;
const LOG_LINES = 200;
const DOCTOR_MS = 30_000;
/** Settings whose values nobody else has to know: only whether they are set is told. */
const PRIVATE = /token|key|headers|url|packages|path|command|file|wheels|hosts/i;

/** Open a report of how everything is, for a person to read and send; nothing is sent. */
export async function collectBugReport(context: Context): Promise<void> {
  const text = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: "Kotlin RCA: collecting a bug report" },
    async () => bugReport(await facts(context)),
  );
  const left = refuse(await masked(context, text), known());
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: left });
  await vscode.window.showTextDocument(document);
}

/** What a report tells, each under its title. */
export type Facts = Readonly<Record<string, string>>;

/** Write a report: each fact under its title. */
export function bugReport(told: Facts): string {
  const sections = Object.entries(told).map(([title, text]) => `## ${title}\n\n\`\`\`\n${text.trim().replaceAll("```", "'''")}\n\`\`\`\n`);
  return `# Kotlin RCA: bug report

<!-- Nothing was sent. Recognised names, paths and secrets were removed: read the report before you share it. -->

## What happened


## What should have happened


${sections.join("\n")}`;
}

async function facts(context: Context): Promise<Facts> {
  const { server, version } = context;
  const { state } = server;
  const [status, checks, lines] = await Promise.all([said(serverFacts(context)), said(doctor(context)), said(logLines(context))]);
  return {
    Versions: [
      `extension ${version}`,
      `editor ${vscode.version} (${vscode.env.appName}${vscode.env.remoteName === undefined ? "" : `, remote: ${vscode.env.remoteName}`})`,
      `machine ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    ].join("\n"),
    State: [describe(state).words, ...("tried" in state ? state.tried : []), ...("launch" in state ? [`found in ${state.launch.foundIn}`] : [])].join("\n"),
    Settings: [...changedSettings(), ...settingProblems().map(({ name, words }) => `${name} ${words}`)].join("\n") || "all at their defaults",
    Server: status,
    Doctor: checks,
    Log: lines,
  };
}

/** A part that is not to be had must not keep the others from being told. */
async function said(part: Promise<string>): Promise<string> {
  try {
    return await part;
  } catch (problem) {
    return `not available: ${String(problem)}`;
  }
}

async function serverFacts({ server }: Context): Promise<string> {
  return server.state.kind === "running" ? JSON.stringify(await server.status(), undefined, 1) : "not running";
}

function changedSettings(): string[] {
  const all = vscode.workspace.getConfiguration();
  return Object.keys(settingsSchema()).flatMap((name) => {
    const { globalValue, workspaceValue, workspaceFolderValue } = all.inspect(name) ?? {};
    const value = workspaceFolderValue ?? workspaceValue ?? globalValue;
    if (value === undefined) return [];
    return [`${name} = ${PRIVATE.test(name) ? "(set)" : JSON.stringify(value)}`];
  });
}

/** Let the server's own check of its installation run; it works where the server itself does not. */
async function doctor({ server, setup }: Context): Promise<string> {
  if (!vscode.workspace.isTrusted) return "not started in Restricted Mode";
  const { state } = server;
  const python = await setup.presentPython();
  const launch = "launch" in state ? state.launch : python === undefined ? undefined : ownServer(python);
  if (launch === undefined) return "no server found";
  const args = [...launch.args.slice(0, -1), "doctor", "--json"];
  const { code, output } = await run({ command: launch.command, args, timeout: DOCTOR_MS, env: variables(launch, process.env) });
  return `exit code ${code}\n${output}`;
}

async function logLines({ folders }: Context): Promise<string> {
  const file = await open(join(folders.log, "Kotlin RCA.log"));
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - LOG_BYTES);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start });
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n");
    return lines.slice(start === 0 ? 0 : 1).slice(-LOG_LINES).join("\n");
  } finally {
    await file.close();
  }
}

/** Let the server mask what it recognises; without it the extension's own rules stand alone. */
async function masked({ server }: Context, text: string): Promise<string> {
  try {
    return server.state.kind === "running" ? await server.redact(text) : text;
  } catch {
    return text;
  }
}

/** What is known of this machine's person and places. */
export function known(): Known {
  return { home: homedir(), user: userName(), folders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath) };
}

/** In a container the user's number often has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}
