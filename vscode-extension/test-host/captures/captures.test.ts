/** Which errors that terminals printed are in the list, of commands of every length: none may be lost, none counted twice. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Context } from "../../src/context";
import { allRead, pause, running, until, withoutErrors } from "../editor";
import { say } from "../pageDriver";

/** One prepared output; `name` is in its exception's type and in no other's. */
interface Output {
  readonly name: string;
  readonly path: string;
  readonly size: string;
  readonly crash: "start" | "middle" | "end";
}

const SHELLS = ["bash", "zsh", "fish"];
const ENDED_MS = 240_000;
const OUTPUTS = JSON.parse(process.env["OUTPUTS"] ?? "{}") as Readonly<Record<string, readonly Output[]>>;

describe("what terminals print", () => {
  let context: Context;
  const table: string[] = [];

  before(async () => {
    context = await running();
  });

  after(async () => {
    for (const line of table) await say(line);
  });

  for (const shell of SHELLS) {
    it(`by the shell integration of ${shell}`, async function () {
      const path = onPath(shell);
      if (path === undefined) {
        table.push(`${shell.padEnd(10)} not on this machine`);
        this.skip();
      }
      await withoutErrors(context);
      const terminal = vscode.window.createTerminal({ name: shell, shellPath: path });
      terminal.show(true);
      await until("shell integration", () => terminal.shellIntegration);
      await pause(2_000); // the first prompt
      const outputs = OUTPUTS[shell] ?? [];
      const began = Date.now();
      const typedAhead = outputs.filter(({ size }) => size === "typed ahead");
      for (const [number, output] of outputs.filter((one) => !typedAhead.includes(one)).entries()) await ended(terminal, 1, [command(output, number)]);
      await ended(terminal, typedAhead.length, typedAhead.map(command));
      (await allRead(context))();
      await until("what is known of each", () => listed().length >= outputs.length, 20_000).catch(() => undefined);
      const counts = outputs.map((output) => ({ output, count: listed().reduce((sum, one) => sum + (one.title.includes(output.name) ? one.count : 0), 0) }));
      const lost = counts.filter(({ count }) => count === 0);
      const double = counts.filter(({ count }) => count > 1);
      table.push(`${shell.padEnd(10)} ${outputs.length} commands: ${lost.length} lost, ${double.length} double, ${Math.round((Date.now() - began) / 1000)} s`);
      terminal.dispose();
      const kept = (path: string): string => JSON.stringify(context.terminals.kept.find(({ commandLine }) => commandLine.includes(path))?.output.text().slice(0, 300));
      assert.deepEqual([...lost, ...double].map(({ output: { size, crash, path }, count }) => `${size}, crash at the ${crash}: ${count}; ${kept(path)}`), []);
    }).timeout(1_000_000);
  }

  for (const shell of ["sh", ...SHELLS]) {
    it(`without shell integration in ${shell}, by Analyze Error from Terminal`, async function () {
      const path = onPath(shell);
      if (path === undefined) {
        table.push(`${shell}, no shell integration: not on this machine`);
        this.skip();
      }
      const integration = vscode.workspace.getConfiguration("terminal.integrated.shellIntegration");
      await integration.update("enabled", false, vscode.ConfigurationTarget.Global);
      const terminal = vscode.window.createTerminal({ name: `plain ${shell}`, shellPath: path });
      try {
        terminal.show(true);
        await until("the terminal", () => vscode.window.activeTerminal === terminal);
        await pause(3_000);
        const outputs = (OUTPUTS["plain"] ?? []).filter((_, index) => index % (SHELLS.length + 1) === ["sh", ...SHELLS].indexOf(shell));
        const lost: string[] = [];
        for (const [number, output] of outputs.entries()) {
          const done = join(process.env["HOME"] ?? "", `done-${shell}-${number}`);
          terminal.sendText(`${command(output, number)}; touch ${done}`);
          await until("the end of the command", () => existsSync(done), ENDED_MS);
          // Nothing tells when the terminal has drawn it.
          await pause(1_000 + (output.size.endsWith("MB") ? 10_000 : 0));
          await vscode.commands.executeCommand("kotlinRca.analyzeTerminal");
          const { result, source } = context.report ?? {};
          const types = result?.error.exceptions.map(({ type }) => type) ?? [];
          if (!types.some((type) => type.includes(output.name)) || source?.from.startsWith(`Terminal plain ${shell}`) !== true) {
            lost.push(`${output.size}, crash at the ${output.crash}: ${types.join(", ")} of ${source?.from ?? "nothing"}`);
          }
        }
        assert.equal(terminal.shellIntegration, undefined);
        table.push(`${shell}, no shell integration: ${outputs.length} commands: ${lost.length} lost`);
        assert.deepEqual(lost, []);
      } finally {
        terminal.dispose();
        await integration.update("enabled", undefined, vscode.ConfigurationTarget.Global);
      }
    }).timeout(1_000_000);
  }

  function listed(): readonly { readonly title: string; readonly count: number }[] {
    return context.errors.getChildren().map(({ event }) => event);
  }

  /** Type commands at once, and wait until so many have ended and are read. */
  async function ended(terminal: vscode.Terminal, count: number, commands: readonly string[]): Promise<void> {
    let left = count;
    const listening = context.terminals.onDidFinish((run) => {
      if (run.terminal === terminal) left -= 1;
    });
    for (const line of commands) terminal.sendText(line);
    try {
      await until(`the end of ${commands[0] ?? ""}`, () => left <= 0, ENDED_MS);
    } finally {
      listening.dispose();
    }
  }
});

/** Every second command fails. */
function command({ path }: Output, number: number): string {
  return number % 2 === 0 ? `cat ${path}` : `cat ${path}; sh -c 'exit 3'`;
}

function onPath(program: string): string | undefined {
  return (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, program)).find((path) => existsSync(path));
}
