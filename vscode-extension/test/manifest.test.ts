import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string; readonly group?: string }[]>>;
    readonly keybindings: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string; readonly type: string | readonly string[]; readonly items?: { readonly type: string } }>> };
  };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const { commands, menus, keybindings, configuration } = manifest.contributes;
const offered = commands.map(({ command }) => command);

test("every command that is offered is registered, and the other way round", () => {
  const table = Array.from(readFileSync("src/commands.ts", "utf8").matchAll(/^ {2}"(kotlinRca\.\w+)":/gm), (row) => row[1]);
  assert.deepEqual(table.toSorted(), offered.toSorted());
});

test("menus and keys name commands that exist", () => {
  for (const { command } of [...Object.values(menus).flat(), ...keybindings]) assert.ok(offered.includes(command), command);
});

test("what names a program, a model or a web address can not be set by a workspace", () => {
  const sensitive = Object.entries(configuration.properties).filter(([name]) => /^rca\.(server|python|network)\.|embeddingModel/.test(name));
  assert.ok(sensitive.length >= 9);
  for (const [name, setting] of sensitive) {
    assert.equal(setting.scope, "machine", name);
    assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes(name), name);
  }
});

test("it starts by the files of a build, which are looked for by their names alone, by a report that comes back, and else when the editor has started", () => {
  const files = manifest.activationEvents.map((event) => event.replace("workspaceContains:", ""));
  assert.deepEqual(files.toSorted(), ["build.gradle", "build.gradle.kts", "onStartupFinished", "onWebviewPanel:kotlinRca.report", "pom.xml", "settings.gradle", "settings.gradle.kts"]);
});

test("what a click on an error's line does, a menu does, too: no key reaches what stands in the line", () => {
  const of = (group: RegExp): string[] => (menus["view/item/context"] ?? []).filter((item) => group.test(item.group ?? "")).map(({ command }) => command);
  assert.deepEqual(of(/^inline/).filter((command) => !of(/^(?!inline)/).includes(command)), []);
});

test("where the culprit is can be gone to only where there is one", () => {
  const lines = (menus["view/item/context"] ?? []).filter(({ command }) => command === "kotlinRca.goToCulprit");
  assert.ok(lines.length > 0 && lines.every(({ when = "" }) => when.endsWith("viewItem == error.culprit")));
});

test("titles are as the editor's guidelines have them: a category, words with capitals, a verb first, no articles", () => {
  for (const { title, category } of commands) {
    assert.equal(category, "Kotlin RCA");
    assert.match(title, /^[A-Z][a-z]+ /, title);
    assert.doesNotMatch(title, /\b(?:the|a|an)\b|\?/i, title);
    assert.doesNotMatch(title, /(?:^| )(?!from\b|for\b|of\b|to\b)[a-z]/, title);
  }
});

test("the settings page can edit every setting but the rules of approval, whose entries have parts", () => {
  const nullable = new Set(["integer", "number"]);
  const isEdited = ({ type, items }: { type: string | readonly string[]; items?: { type: string } }): boolean =>
    typeof type === "string" ? type !== "array" || items?.type === "string" : type.every((one) => one === "null" || nullable.has(one));
  const complex = Object.entries(configuration.properties).filter(([, setting]) => !isEdited(setting)).map(([name]) => name);
  assert.deepEqual(complex, ["rca.autoApprove"]);
});
