import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "out/", "node_modules/", "src/generated/"] },
  {
    files: ["src/**/*.ts", "test/**/*.ts", "test-host/**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      // Numbers read well in messages; everything else must be turned into text on purpose.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    files: ["test/**/*.ts"],
    // node:test's `test` and `describe` give promises that the runner itself awaits.
    rules: { "@typescript-eslint/no-floating-promises": "off" },
  },
);
