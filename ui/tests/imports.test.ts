// Who may import whom: no file itself by a way round, and what is shared no feature.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(svelte|ts)$/.test(file));
const known = new Set(files);

/** The files that a file names in an import, types included. */
function imports(file: string): string[] {
  const source = readFileSync(join(SRC, file), 'utf8');
  return [...source.matchAll(/(?:from|import)\s*\(?'(\.[^']*)'/g)].flatMap(([, named = '']) => {
    const path = relative(SRC, join(SRC, dirname(file), named)).replaceAll('\\', '/');
    const found = [path, `${path}.ts`, `${path}/index.ts`.replace(/^\//, '')];
    return found.filter((one) => known.has(one)).slice(0, 1);
  });
}

/** A way from a file back to itself, if there is one. */
function circle(graph: Map<string, string[]>): string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  const from = (file: string): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    way.push(file);
    for (const next of graph.get(file) ?? []) {
      const found = from(next);
      if (found) return found;
    }
    way.pop();
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const found = from(file);
    if (found) return found;
  }
  return null;
}

/** The part of the window that a file is of: a feature by its name, else the folder. */
const roomOf = (file: string) => file.split('/').slice(0, file.startsWith('features/') ? 2 : 1);

/** Whether a file of one part may import one of another. */
function may(file: string, other: string): boolean {
  const [room, feature] = roomOf(file);
  const [otherRoom, otherFeature] = roomOf(other);
  if (room === 'features') {
    return otherRoom === 'features' ? feature === otherFeature : otherRoom !== 'frame';
  }
  const shared = ['lib', 'parts', 'platform', 'text', 'style'];
  return shared.includes(room ?? '') ? shared.includes(otherRoom ?? '') : true;
}

describe('the imports of the window', () => {
  // Rust writes the types, which name each other as they please.
  const own = files.filter((file) => !file.startsWith('platform/types/'));
  const graph = new Map(own.map((file) => [file, imports(file)]));

  it('are found', () => {
    expect(graph.get('App.svelte')).toContain('frame/Sidebar.svelte');
    expect(graph.get('lib/work.svelte.ts')).toContain('platform/index.ts');
  });

  it('lead from no file back to itself', () => {
    expect(circle(graph)).toBeNull();
    expect(
      circle(
        new Map([
          ['a', ['b']],
          ['b', ['c', 'd']],
          ['c', []],
          ['d', ['b']],
        ]),
      ),
    ).toEqual(['b', 'd', 'b']);
  });

  it('keep each feature to itself, and what is shared apart from all of them', () => {
    const wrong = [...graph].flatMap(([file, named]) =>
      named.filter((other) => !may(file, other)).map((other) => `${file} imports ${other}`),
    );
    expect(wrong).toEqual([]);
    expect(may('features/sell/Inbox.svelte', 'features/buy/Orders.svelte')).toBe(false);
    expect(may('lib/format.ts', 'features/sell/draft.ts')).toBe(false);
  });
});
