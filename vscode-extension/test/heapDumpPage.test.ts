import { strict as assert } from "node:assert";
import { test } from "node:test";
import type { AnalyzeHeapDumpResult, Meta } from "../src/generated/contract";
import { heapDumpPage, size } from "../src/heapDumpPage";

const LEAK: AnalyzeHeapDumpResult = {
  dump: { form: "JAVA PROFILE 1.0.3", platform: "android", bytes: 10, objects: 9, classes: 2, reachableObjects: 7, reachableBytes: 2048 },
  leaks: [
    {
      trace: { kind: "application", nodes: [{ className: "com.acme.<Editor>", kind: "instance", leaking: "yes", reason: "Activity#mDestroyed is true" }], instances: 3, retainedBytes: 5_000_000 },
      text: "├─ com.acme.Hub class",
      hypotheses: [{ statement: "`Hub.watchers` holds it.", confidence: 0.75, places: [{ filePath: "app/Hub.kt", line: 4, function: null, role: "failure_site" }], check: "Call `unwatch`." }],
    },
  ],
  largest: [],
  classes: [{ className: "byte[]", count: 12, bytes: 300 }],
};

test("a leak shows its number, what holds it with a link to the line, and its trace; names bring no markup", () => {
  const page = heapDumpPage("app.hprof", LEAK, { completeness: "complete" } as unknown as Meta).markup;
  assert.match(page, /3 objects, 4\.8 MB retained/);
  assert.match(page, /data-path="app\/Hub\.kt" data-line="4"/);
  assert.match(page, /75% Hub\.watchers holds it\./);
  assert.match(page, /<pre>├─ com\.acme\.Hub class<\/pre>/);
  assert.doesNotMatch(page, /<Editor>/);
});

test("sizes are written for people", () => {
  assert.deepEqual([12, 2048, 3 * 1024 * 1024].map(size), ["12 bytes", "2.0 kB", "3.0 MB"]);
});
