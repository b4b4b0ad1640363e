import { expect, it } from 'vitest';

import { isSoldOut } from '../src/lib/sold';
import type { ListingView } from '../src/platform/types/ListingView';

const listing = (mine: boolean, loss: number | null, held: number) =>
  ({
    mine,
    loss_micro_epsilon: loss,
    held: held,
    ceiling: 2_000_000,
    grain: 300_000,
    available: null,
  }) as ListingView;

it('a listing is sold out where less than one step is left to its ceiling', () => {
  expect(isSoldOut(listing(false, null, 0))).toBe(false);
  expect(isSoldOut(listing(false, null, 1_500_000))).toBe(false);
  expect(isSoldOut(listing(false, null, 1_800_000))).toBe(true);
  expect(isSoldOut(listing(true, 0, 0))).toBe(false);
  expect(isSoldOut(listing(true, 2_000_000, 0))).toBe(true);
});
