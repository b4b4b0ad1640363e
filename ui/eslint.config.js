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
      // It drops the focus, which falls to the top of the page.
      'no-restricted-syntax': [
        'error',
        {
          selector: "SvelteElement[name.name='button'] > SvelteStartTag > [key.name='disabled']",
          message: 'A disabled button drops the focus: {@attach unavailable(…)} of lib/focus.',
        },
        {
          selector: "SvelteAttribute[key.name='disabled'] [property.name='busy']",
          message: 'What is disabled drops the focus: {@attach unavailable(…)} of lib/focus.',
        },
      ],
      // The one door to the host.
      'no-restricted-imports': ['error', { patterns: ['@tauri-apps/*'] }],
    },
  },
  { files: ['src/platform/tauri.ts'], rules: { 'no-restricted-imports': 'off' } },
);
