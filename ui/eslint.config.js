import globals from 'globals';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

export default ts.config(
  {
    ignores: [
      'dist/**',
      'dist-browser/**',
      'node_modules/**',
      'src/platform/types/**',
      'src/platform/commands.ts',
    ],
  },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'] } },
  },
  {
    rules: {
      eqeqeq: 'error',
      'svelte/no-at-html-tags': 'error',
      // The window has no router of a framework: places are plain hashes.
      'svelte/no-navigation-without-resolve': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      // The one door to the host.
      'no-restricted-imports': ['error', { patterns: ['@tauri-apps/*'] }],
    },
  },
  { files: ['src/platform/tauri.ts'], rules: { 'no-restricted-imports': 'off' } },
);
