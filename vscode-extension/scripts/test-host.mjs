// Bundles the suites of test-host/ into out/host/, for the extension host that tests/e2e/inhost.sh starts.
import { readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

rmSync("out/host", { recursive: true, force: true });
const tests = readdirSync("test-host", { recursive: true }).filter((name) => name.endsWith(".test.ts"));
await build({
  entryPoints: ["index.ts", ...tests].map((name) => `test-host/${name}`),
  outbase: "test-host",
  outdir: "out/host",
  bundle: true,
  // Mocha keeps its own state: all bundles must share one.
  external: ["vscode", "mocha"],
  format: "cjs",
  platform: "node",
  target: "node20",
  sourcemap: "inline",
  logLevel: "warning",
});
