import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, parameters } from "../src/languageModelTools";

test("a brief stands for the analysis, with what it lacks", () => {
  const data = { brief: "# Root cause\nCart.total\n", frames: [] };
  assert.equal(brief({ success: true, data, meta: { completeness: "complete" } }), "# Root cause\nCart.total\n");
  const partial = brief({ success: true, data, meta: { completeness: "partial", provenance: ["no git"] } });
  assert.equal(partial, "# Root cause\nCart.total\n\nWhat this answer lacks:\n- no git\n");
});

test("where an answer comes from is no gap", () => {
  const used = "names are undone with app/mapping.txt: the trace is of map id 0fa3c1d";
  const told = brief({ success: true, data: { brief: "# Root cause" }, meta: { completeness: "partial", provenance: [used, "no git"] } });
  assert.equal(told, `# Root cause\n\nWhere this answer comes from:\n- ${used}\n\nWhat this answer lacks:\n- no git\n`);
});

test("a model is told, too, that an answer came before the project was read", () => {
  const early = brief({ success: true, data: { brief: "# Root cause" }, meta: { completeness: "not_ready", provenance: ["the index is being built"] } });
  assert.match(early, /lacks:\n- the index is being built/);
});

test("other answers and errors are given whole", () => {
  for (const answer of [{ success: true, data: { content: "x" }, meta: {} }, { success: false, error: { code: "NO_RESULTS" } }]) {
    assert.deepEqual(JSON.parse(brief(answer)), answer);
  }
});

test("who is asked sees the whole of what would be kept, as it is", () => {
  const solution = `Give it a price.\n\n\`\`\`kotlin\n${"val price = 1\n".repeat(60)}\`\`\`\nlast words`;
  const [shown = "", short] = parameters({ solution, outcome: "worked" });
  assert.ok(shown.includes(`\n${solution}\n`), shown);
  assert.match(shown, /\n````\n[^]*\n````$/);
  assert.equal(short, "**outcome**: `worked`");
  assert.match(parameters({ errorText: "x".repeat(1_000_000) })[0] ?? "", /x… \(1000000 characters\)/);
});
