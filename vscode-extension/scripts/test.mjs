// Bundles each test file with what it tests, the editor replaced by test/fake_vscode.ts, and runs them.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

rmSync("out/test", { recursive: true, force: true });
const tests = readdirSync("test", { recursive: true }).map((name) => `test/${name}`).filter((name) => name.endsWith(".test.ts"));
await build({
  entryPoints: tests,
  outdir: "out/test",
  alias: { vscode: "./test/fake_vscode.ts" },
  // It runs a program that lies beside it.
  external: ["esbuild"],
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  sourcemap: "inline",
  logLevel: "warning",
});
const compiled = tests.map((file) => file.replace(/^test/, "out/test").replace(/\.ts$/, ".js"));
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...compiled], { stdio: "inherit" });
process.exitCode = run.status ?? 1;
