// What is bundled into dist/: the extension, and beside it what is loaded when it is needed: the language client with
// the server, the highlighter with the first code that a report shows.
const CLIENT = "vscode-languageclient/node";

/**
 * Gives each module that says `import * as vscode` a view of the editor's interface in place of a copy: esbuild
 * would define its some 300 names anew in every module, which was half of the time that loading took.
 */
const editorAsItIs = {
  name: "editor-as-it-is",
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ namespace, importer }) =>
      namespace === "view" || importer.includes("node_modules") ? { path: "vscode", external: true } : { path: "vscode", namespace: "view" },
    );
    build.onLoad({ filter: /.*/, namespace: "view" }, () => ({ contents: 'module.exports = Object.create(require("vscode"));' }));
  },
};

const loadedLater = {
  name: "loaded-later",
  setup(build) {
    for (const [imported, path] of [[CLIENT, "./languageClient.js"], ["./highlighter", "./highlighter.js"]]) {
      build.onResolve({ filter: new RegExp(`^${imported.replaceAll(".", "\\.")}$`) }, ({ kind }) =>
        kind === "entry-point" ? undefined : { path, external: true },
      );
    }
  },
};

/** Gives esbuild's options; `development` makes bundles that can be debugged. */
export function bundles({ development = false } = {}) {
  return {
    entryPoints: { extension: "src/extension.ts", languageClient: CLIENT, highlighter: "src/highlighter.ts" },
    outdir: "dist",
    bundle: true,
    plugins: [editorAsItIs, loadedLater],
    format: "cjs",
    platform: "node",
    target: "node20",
    // The editor answers `require("vscode")` in what was required, and not surely in what was imported.
    supported: { "dynamic-import": false },
    minify: !development,
    sourcemap: development,
    logLevel: "warning",
  };
}
