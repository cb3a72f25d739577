import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { OutputPlaces, showOutput } from "../src/errorOutput";
import { EventEmitter, commands, debug, levers, ran, window } from "./fake_vscode";

const sessions = new EventEmitter<{ name: string }>();
let places: OutputPlaces;

beforeEach(() => {
  ran.length = 0;
  Object.assign(debug, { onDidStartDebugSession: sessions.event });
  window["terminals"] = [];
  places = new OutputPlaces();
});

async function shown(name: string, kept: unknown[] = []): Promise<string[] | undefined> {
  assert.ok(commands);
  return (await showOutput({ kept } as never, places, name, undefined)) ? ran.map(([command]) => String(command)) : undefined;
}

test("a terminal is shown at the command that printed an error, however many came after it", async () => {
  let shows = 0;
  const terminal = { name: "bash", show: () => void (shows += 1) };
  for (const value of ["./gradlew run", "ls", "ls"]) levers.started.fire({ terminal, execution: { commandLine: { value }, read: () => [] } });
  const run = { terminal, commandLine: "./gradlew run" };
  const back = "workbench.action.terminal.scrollToPreviousCommand";
  assert.deepEqual(await shown("./gradlew run", [run]), ["workbench.action.terminal.scrollToBottom", back, back, back]);
  assert.equal(shows, 1);
});

test("problems and debug sessions have views of their own; what is gone is said", async () => {
  assert.deepEqual(await shown("Problems"), ["workbench.actions.view.problems"]);
  ran.length = 0;
  levers.gone.add("/ws/app");
  assert.equal(await shown("app"), undefined);
  levers.gone.clear();
  sessions.fire({ name: "app" });
  assert.deepEqual(await shown("app"), ["workbench.panel.repl.view.focus"]);
});
