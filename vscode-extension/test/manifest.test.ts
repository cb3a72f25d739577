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

test("the settings page can edit every setting: none has to be written in settings.json", () => {
  assert.deepEqual(Object.entries(configuration.properties).filter(([, setting]) => !isEditable(setting)).map(([name]) => name), []);
});

test("what the settings page cannot edit is told from what it can", () => {
  for (const plain of ["string", "boolean", "integer", "number", ["integer", "null"]]) assert.ok(isEditable({ type: plain }), String(plain));
  assert.ok(isEditable({ type: "array", items: { type: "string", enum: ["a"] } }));
  assert.ok(isEditable({ type: "object", properties: { a: { type: "boolean" } }, additionalProperties: false }));
  assert.ok(isEditable({ type: "object", additionalProperties: { type: ["string", "null"] } }));
  for (const complex of [
    {},
    { type: ["string", "null"] },
    { type: ["object", "array"] },
    { type: "array" },
    { type: "array", items: { type: "object" } },
    { type: "array", items: [{ type: "string" }] },
    { type: "object" },
    { type: "object", additionalProperties: true },
    { type: "object", properties: { a: { type: "array" } }, additionalProperties: false },
    { type: "object", additionalProperties: { type: "object" } },
  ]) assert.ok(!isEditable(complex), JSON.stringify(complex));
});

type Type = string | readonly string[];
interface Shape {
  type?: Type;
  items?: unknown;
  properties?: Readonly<Record<string, { type?: Type }>>;
  additionalProperties?: unknown;
}

/** Return whether the settings editor has a control for a setting, by its own rules; else it offers "Edit in settings.json". */
function isEditable({ type, items, properties = {}, additionalProperties }: Shape): boolean {
  if (type === undefined) return false;
  if (typeof type !== "string") return type.includes("null") && type.length === 2 && type.some((one) => one === "integer" || one === "number");
  if (type === "array") return isObject(items) && ["string", "number", "integer"].includes(String(items.type));
  if (type !== "object") return ["string", "boolean", "integer", "number"].includes(type);
  // An object of any shape, which is one whose further properties are not told, has no control.
  if (additionalProperties !== false && !isObject(additionalProperties)) return false;
  return [...Object.values(properties), ...(isObject(additionalProperties) ? [additionalProperties] : [])].every(({ type: part = [] }) => {
    const parts = typeof part === "string" ? [part] : part;
    return parts.length > 0 && parts.every((one) => ["string", "boolean", "integer", "number", "null"].includes(one));
  });
}

function isObject(value: unknown): value is { type?: Type } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
