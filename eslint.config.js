import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["kaleido/web/static/vendor/**"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2025, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-len": ["error", { code: 120, ignoreTemplateLiterals: true, ignoreUrls: true }],
      "max-lines-per-function": ["error", { max: 60 }],
      "no-implicit-coercion": ["error", { allow: ["+"] }],
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["kaleido/web/static/**"], languageOptions: { globals: globals.browser } },
  { files: ["tests/javascript/**", "tools/**", "*.js"], languageOptions: { globals: globals.node } },
];
