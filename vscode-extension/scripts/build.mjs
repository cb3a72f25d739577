// Bundles the extension into dist/; `--watch` keeps doing so.
import { context } from "esbuild";
import { bundles } from "./bundles.mjs";

const development = process.argv.includes("--watch");
const bundling = await context(bundles({ development }));
if (development) {
  await bundling.watch();
} else {
  await bundling.rebuild();
  await bundling.dispose();
}
