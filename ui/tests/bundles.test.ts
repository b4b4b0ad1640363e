// The two builds do not mix: the app's holds nothing of the plain browser's transport, and the
// browser's none of Tauri's. What each holds of its own is looked for too, so that a sign that is
// out of date is found.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

const UI = join(import.meta.dirname, '..');
const SIGNS = {
  // Commands over HTTP, events from a stream, files and paths by what a page can do alone.
  'dist-browser': ['/ipc/', '/listen/', 'EventSource', 'drag-files', 'prompt('],
  // The webview's own calls, for commands, events and files dragged over it.
  dist: ['__TAURI_INTERNALS__', 'plugin:event|', 'onDragDropEvent'],
};
type Build = keyof typeof SIGNS;

/** All that a build holds of scripts and pages, or null where it was not made. */
function code(build: Build): string | null {
  const folder = join(UI, build);
  if (!existsSync(join(folder, 'assets'))) return null;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(js|html)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

describe.each<[Build, Build]>([
  ['dist', 'dist-browser'],
  ['dist-browser', 'dist'],
])('ui/%s', (build, other) => {
  const built = code(build);
  if (built === null && process.env.CI)
    throw new Error(`ui/${build} is not there; \`make test\` makes it`);

  it.skipIf(built === null)('holds its own transport', () => {
    expect(SIGNS[build].filter((sign) => !built?.includes(sign))).toEqual([]);
  });

  it.skipIf(built === null)(`holds nothing of the transport of ui/${other}`, () => {
    expect(SIGNS[other].filter((sign) => built?.includes(sign))).toEqual([]);
  });
});
