import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fault, problemsOf, type Schema } from "../src/settingProblems";

const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as { contributes: { configuration: { properties: Record<string, Schema> } } };
const SCHEMAS = contributes.configuration.properties;
const problems = (set: Record<string, unknown>) => problemsOf(SCHEMAS, (name) => set[name]).map(({ name, words }) => `${name} ${words}`);

describe("the extension's own settings", () => {
  test("no default is wrong", () => {
    for (const [name, schema] of Object.entries(SCHEMAS)) {
      if (schema.default !== undefined) assert.equal(fault(schema.default, schema), undefined, name);
    }
  });

  test("nothing set, no problem; right values, none either", () => {
    assert.deepEqual(problems({}), []);
    assert.deepEqual(problems({ "rca.codeNavigation": "off", "rca.network.searxngUrl": "http://localhost:8080", "rca.appPackages": ["com.example"] }), []);
  });

  test("each wrong one is named, with what it must be", () => {
    const told = problems({
      "rca.codeNavigation": "maybe",
      "rca.network.searxngUrl": "localhost",
      "rca.appPackages": ["com.example", "not a package"],
      "rca.network.allowedSources": ["github", "github"],
      "rca.knowledge.starter": "yes",
      "rca.answerTokens": 3,
      "rca.autoApprove": [{ tool: "read_file" }],
      "rca.server.command": 7,
    });
    assert.deepEqual(told.toSorted(), [
      "rca.answerTokens must be 200 or more",
      "rca.appPackages entry 2 must be a package such as com.example.shop",
      "rca.autoApprove entry 1 must be an object with “tool” and “pattern”",
      "rca.codeNavigation must be one of on, off, auto",
      "rca.knowledge.starter must be true or false",
      "rca.network.allowedSources must not contain duplicates",
      "rca.network.searxngUrl must be an address that begins with http:// or https://",
      "rca.server.command must be text",
    ]);
  });

  test("rules of approval are an object of tools and patterns, or the list of earlier versions", () => {
    const told = (rules: unknown): string[] => problems({ "rca.autoApprove": rules });
    for (const right of [{}, { read_file: ".*", edit_file: "until 2027-01-01 .*", create_file: "off \\{.*\\}" }, [], [{ tool: "read_file", pattern: ".*", enabled: false }]])
      assert.deepEqual(told(right), []);
    for (const wrong of [{ read_file: "" }, { read_file: "until tomorrow .*" }, { read_file: 3 }, "read_file", [3]]) assert.equal(told(wrong).length, 1, JSON.stringify(wrong));
  });

  test("the value is not told: it may be a secret", () => {
    assert.ok(!problems({ "rca.knowledge.url": "ftp://user:hunter2@host" }).join().includes("hunter2"));
  });
});

test("a deprecated setting is named with what takes its place, where a person set it", () => {
  const schemas = { "x.old": { type: "string", deprecationMessage: "use x.new" } };
  assert.deepEqual(problemsOf(schemas, () => undefined), []);
  assert.deepEqual(problemsOf(schemas, () => "a"), [{ name: "x.old", kind: "deprecated", words: "is deprecated: use x.new" }]);
});

test("parts of objects are looked at", () => {
  const schema: Schema = { type: "object", properties: { n: { type: "integer", maximum: 5 } }, additionalProperties: false };
  assert.equal(fault({ n: 9 }, schema), "“n” must be 5 or less");
  assert.equal(fault({ m: 1 }, schema), "must not have “m”");
  assert.equal(fault({ a: 1 }, { type: "object", additionalProperties: { type: "string" } }), "“a” must be text");
});
