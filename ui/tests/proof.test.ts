// The checks are alive: each fault, put into a copy of the sources, is found, and nothing else is.
// Asked of a part of the copy, since the checks themselves read all of the sources.

import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { literalWords } from './support/words';

const UI = join(import.meta.dirname, '..');
/** A loaded machine takes its time over a whole type check. */
const PATIENCE = 300_000;

let copy = '';

/** Runs a program of node_modules in the copy; how it ended and what it said. */
function run(script: string, ...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(copy, 'node_modules', script), ...args],
      { cwd: copy, maxBuffer: 1 << 24 },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? 1) : 0, said: out + err }),
    );
  });
}

/** A fault in a component: `from` is what it stands in place of. */
function spoil(file: string, from: string, to: string) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  expect(source).toContain(from);
  writeFileSync(path, source.replace(from, to));
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'poundwise-ui-'));
  for (const name of [
    'src',
    'eslint.config.js',
    'tsconfig.json',
    'package.json',
    'vite.config.ts',
  ]) {
    cpSync(join(UI, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(UI, 'node_modules'), join(copy, 'node_modules'));
  appendFileSync(join(copy, 'src/route.svelte.ts'), '\nconst forgotten = 1;\n');
  appendFileSync(
    join(copy, 'src/features/sell/draft.ts'),
    "\nimport { invoke } from '@tauri-apps/api/core';\nvoid invoke('session');\n",
  );
  spoil(
    'src/parts/Head.svelte',
    '<script lang="ts">',
    '<script lang="ts">\n  const size: number = "large";\n  void size;',
  );
  spoil('src/features/sell/Inbox.svelte', '</script>', '</script>\n<p>Nothing to see here</p>');
  // A disk that others write to makes the copy slow.
}, 60_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('what is wrong in a copy', () => {
  it(
    'is found by the linter: an unused variable, a second door to the host',
    { timeout: PATIENCE },
    async () => {
      const { code, said } = await run(
        'eslint/bin/eslint.js',
        'src/parts',
        'src/route.svelte.ts',
        'src/features/sell/draft.ts',
        '--max-warnings',
        '0',
        '--format',
        'json',
      );
      expect(code, said).toBe(1);
      type File = { filePath: string; messages: { ruleId: string }[] };
      const found = (JSON.parse(said) as File[]).flatMap(({ filePath, messages }) =>
        messages.map(({ ruleId }) => `${filePath.slice(copy.length + 1)}: ${ruleId}`),
      );
      expect(found.sort()).toEqual([
        'src/features/sell/draft.ts: no-restricted-imports',
        'src/route.svelte.ts: @typescript-eslint/no-unused-vars',
      ]);
    },
  );

  it('is found by the type check: a number that is a text', { timeout: PATIENCE }, async () => {
    spoil('tsconfig.json', '"src/**/*.ts", "src/**/*.svelte", "tests/**/*.ts"', '"src/parts/*"');
    const args = ['--tsconfig', './tsconfig.json', '--fail-on-warnings', '--output', 'machine'];
    const { code, said } = await run('svelte-check/bin/svelte-check', ...args);
    expect(code, said).toBe(1);
    const found = said.split('\n').filter((line) => / (ERROR|WARNING) /.test(line));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/Head\.svelte.*Type 'string' is not assignable to type 'number'/);
  });

  it('is found by the catalogue\u2019s check: a sentence in a template', () => {
    const source = readFileSync(join(copy, 'src/features/sell/Inbox.svelte'), 'utf8');
    expect(literalWords(source).map(({ text }) => text)).toEqual(['Nothing to see here']);
  });
});
