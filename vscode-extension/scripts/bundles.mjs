// What is bundled into dist/: the extension, and beside it the language client, which is loaded with the server.
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

const clientBeside = {
  name: "client-beside",
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${CLIENT}$`) }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./languageClient.js", external: true },
    );
  },
};

/** Gives esbuild's options; `development` makes bundles that can be debugged. */
export function bundles({ development = false } = {}) {
  return {
    entryPoints: { extension: "src/extension.ts", languageClient: CLIENT },
    outdir: "dist",
    bundle: true,
    plugins: [editorAsItIs, clientBeside],
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
