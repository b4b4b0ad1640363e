import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import * as de from '../src/text/de';
import * as en from '../src/text/en';
import { literalWords } from './support/words';

const SRC = join(import.meta.dirname, '../src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).sort();
const sources = files
  .filter((file) => /\.(svelte|ts)$/.test(file) && !/^(text|platform.types)[/\\]/.test(file))
  .map((file) => ({ file, source: readFileSync(join(SRC, file), 'utf8') }));

describe('a component', () => {
  it.each(sources.filter(({ file }) => file.endsWith('.svelte')))(
    '$file says nothing by itself',
    ({ file, source }) => {
      expect(literalWords(source).map(({ line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
    },
  );

  it('is found out where it does', () => {
    const says = (source: string) => literalWords(source).map(({ text }) => text);
    expect(says('<p>Nothing here yet</p>')).toEqual(['Nothing here yet']);
    expect(says('{#if a}<b>{n} rows</b>{:else}none{/if}')).toEqual(['rows', 'none']);
    expect(says('{#each xs as x (x)}<i>row</i>{:else}empty{/each}')).toEqual(['row', 'empty']);
    expect(says('{done ? "yes" : t.a.no} {x || `${y} left`}')).toEqual(['yes', 'left']);
    expect(says('<input placeholder="3.5" aria-label={a ? t.b.c : "level"} />')).toEqual(['level']);
    expect(says('<Field label="Name" hint={`up to ${n}`} />')).toEqual(['Name', 'up to']);
    expect(says('{#snippet row()}<td>total</td>{/snippet}')).toEqual(['total']);
    expect(says('<script>const why = "It is not there.";</script>')).toEqual(['It is not there.']);
  });

  it('may have names, symbols and what is compared', () => {
    const source =
      '<script>const kind = "top-up";</script><b class="big red" data-testid="it">Poundwise e<sup>ε</sup>/(1+e) {kind === "mean" ? t.a.b : 3}</b>';
    expect(literalWords(source)).toEqual([]);
  });
});

type Leaf = { key: string; value: unknown };

function leaves(value: unknown, key: string): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ key, value }];
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, key === '' ? name : `${key}.${name}`),
  );
}

/** Words that are the same in both languages. */
const SAME = new Set([
  'Median',
  'Bank',
  'Connect',
  'CSV',
  'DuckDB',
  'Format',
  'Name',
  'Passphrase',
  'Population',
  'PostgreSQL',
  'Python',
  'Sail',
  'Spark',
  'Status',
  'Term',
  'Text',
  'UTF',
  'Variable',
]);

/** The words of an entry; of a function, those in its literals. */
function words(entry: unknown): string[] {
  const text =
    typeof entry === 'function'
      ? (String(entry).match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? [])
          .join(' ')
          .replace(/\$\{[^{}]*\}/g, ' ')
      : String(entry);
  return text.match(/\p{L}{2,}/gu) ?? [];
}

describe('the catalogue', () => {
  const english = leaves(en, '');
  const german = new Map(leaves(de, '').map(({ key, value }) => [key, value]));

  it('has the same keys in both languages', () => {
    expect([...german.keys()].sort()).toEqual(english.map(({ key }) => key).sort());
  });

  it('says something under every key', () => {
    const silent = [...english, ...leaves(de, '')].filter(
      ({ value }) => typeof value === 'string' && value.trim() === '',
    );
    expect(silent).toEqual([]);
  });

  it('is translated throughout', () => {
    const same = english.filter(({ key, value }) => String(value) === String(german.get(key)));
    const left = same.filter(({ value }) => words(value).some((word) => !SAME.has(word)));
    expect(left.map(({ key, value }) => `${key}: ${String(value)}`)).toEqual([]);
  });

  it('has one term for a key that is no contact', () => {
    const other = /not checked|unchecked|nicht geprüft|ungeprüft/;
    for (const language of [en, de]) {
      expect(language.contacts.unknown).toMatch(/^(not in your contacts|kein Kontakt)$/);
      // Only an audit has checks that were not made.
      const { verify, ...rest } = language;
      void verify;
      const wrong = leaves(rest, '').filter(({ value }) => other.test(String(value)));
      expect(wrong.map(({ key }) => key)).toEqual([]);
    }
  });

  it('holds no word that nothing says', () => {
    const all = sources.map(({ source }) => source).join('\n');
    const unused = Object.entries(en).flatMap(([part, words]) => {
      // Looked up by a name that comes from the host: all of it is in use.
      if (new RegExp(`\\bt\\s*\\.${part}\\b(?!\\s*\\.\\w)`).test(all)) return [];
      return Object.keys(words)
        .filter((key) => !new RegExp(`\\bt\\s*\\.${part}\\s*\\.${key}\\b`).test(all))
        .map((key) => `${part}.${key}`);
    });
    expect(unused).toEqual([]);
  });
});

describe('one thing', () => {
  it('has one word on the pages of a buyer: the seller', () => {
    const other = (text: Pick<typeof en, 'market' | 'offer' | 'weigh' | 'ordering' | 'orders'>) =>
      (['market', 'offer', 'weigh', 'ordering', 'orders'] as const)
        .flatMap((page) => leaves(text[page], page))
        .filter(({ value }) => /Anbieter|Eigentümer|\bowner\b/.test(String(value)))
        .map(({ key }) => key);
    expect(other(de)).toEqual([]);
    expect(other(en)).toEqual([]);
  });

  it('is called at the door as in the navigation', () => {
    expect(de.firstRun.door.check).toBe(de.nav.verify);
    expect(en.firstRun.door.check).toBe(en.nav.verify);
  });
});
