import { describe, expect, it } from 'vitest';

import { find } from '../src/lib/find';
import { isCommand } from '../src/lib/keys';

const one = (text: string, words = '') => ({ text, words });
const all = [
  one('Mean hours', 'kQ4-2fMRKajh EH4MHSCDDTZP3'),
  one('Hours by age', 'Müller GmbH'),
  one('People who smoke'),
  one('Rush hours'),
];
const found = (typed: string, most = 9) => find(all, typed, most).map(({ text }) => text);

describe('what is typed', () => {
  it('is looked for in names, ids and references, whatever its case and accents', () => {
    expect(found('SMOKE')).toEqual(['People who smoke']);
    expect(found('muller')).toEqual(['Hours by age']);
    expect(found('kq4-2f')).toEqual(['Mean hours']);
    expect(found('eh4m hscd')).toEqual(['Mean hours']);
    expect(found('hours smoke')).toEqual([]);
  });

  it('finds first what begins with it, then words that do, and no more than asked for', () => {
    expect(found('hours')).toEqual(['Hours by age', 'Mean hours', 'Rush hours']);
    expect(found('hours', 2)).toEqual(['Hours by age', 'Mean hours']);
    expect(found('our')).toEqual(['Mean hours', 'Hours by age', 'Rush hours']);
  });

  it('finds everything, in the order given, where it is nothing', () => {
    expect(found(' ')).toEqual(all.map(({ text }) => text));
  });
});

describe('a command by keys', () => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const key = (held: Partial<KeyboardEvent>) => ({ key: 'k', ...none, ...held }) as KeyboardEvent;
  it.each([
    [{ ctrlKey: true }, true, false],
    [{ metaKey: true }, false, true],
    [{ ctrlKey: true, metaKey: true }, false, false],
    [{ ctrlKey: true, shiftKey: true }, false, false],
    [{ ctrlKey: true, altKey: true }, false, false],
    [{ ctrlKey: true, key: 'K' }, true, false],
    [{ ctrlKey: true, key: 'j' }, false, false],
    [{}, false, false],
  ])('%j', (held, elsewhere, mac) => {
    expect(isCommand(key(held), 'k', false)).toBe(elsewhere);
    expect(isCommand(key(held), 'k', true)).toBe(mac);
  });
});
