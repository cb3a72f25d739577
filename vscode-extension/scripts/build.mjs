// Bundles the extension into dist/extension.js; `--watch` keeps doing so.
import { context } from "esbuild";

const bundling = await context({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  external: ["vscode"],
  format: "cjs",
  platform: "node",
  target: "node20",
  minify: !process.argv.includes("--watch"),
  sourcemap: process.argv.includes("--watch"),
  logLevel: "warning",
});
if (process.argv.includes("--watch")) {
  await bundling.watch();
} else {
  await bundling.rebuild();
  await bundling.dispose();
}
