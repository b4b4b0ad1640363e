import { expect, it } from 'vitest';

import { mendedWords } from '../src/lib/mended';
import { t } from '../src/text';

it('has a sentence for each kind of repair, and none if the market is whole', () => {
  const none = { documents: 0, tiles: 0, own_copies: 0, junk: 0 };
  expect(mendedWords(none)).toEqual([]);
  expect(mendedWords({ documents: 1, tiles: 2, own_copies: 3, junk: 4 })).toEqual([
    t.standing.caught.mended(6),
    t.standing.caught.junk(4),
  ]);
});
