// What is tried of a population's budget, as typed and as the host takes it.

import type { BudgetTrial } from '../../platform/types/BudgetTrial';
import type { TariffDraft } from '../../platform/types/TariffDraft';
import { parseEps, pointed } from '../../lib/format';

/** Trial of an open listing; empty where it stands as signed. */
export type Tried = { ceiling: string; price: string; ends: boolean };

/** A listing that is not made yet. */
export type Made = { title: string; ceiling: string; price: string };

/** A trial that tries nothing. */
export const NOTHING_TRIED: BudgetTrial = {
  listing: null,
  ends: false,
  title: null,
  ceiling: null,
  price: null,
  currency: null,
  grain: null,
};
const stated = (text: string) => (text.trim() === '' ? null : pointed(text.trim()));

/** The price of everything up to a level, as a tariff of one point. */
const upTo = (level: string | null, price: string): TariffDraft | null => {
  const amount = stated(price);
  return level === null || amount === null ? null : [{ level, price: amount }];
};

/**
 * Trials, as the host takes them: nothing of what stands as signed, and of listings to be made
 * those that have a ceiling. `signed` has the ceilings of the open listings, with a point.
 */
export function trialsOf(
  tried: Record<string, Tried>,
  made: Made[],
  signed: Record<string, string>,
  currency: string,
): BudgetTrial[] {
  const others = Object.entries(tried).flatMap(([listing, one]) => {
    const ceiling = stated(one.ceiling);
    const price = upTo(ceiling ?? signed[listing] ?? null, one.price);
    if (!one.ends && ceiling === null && price === null) return [];
    return [{ ...NOTHING_TRIED, listing, ends: one.ends, ceiling, price }];
  });
  const ones = made
    .filter((one) => parseEps(one.ceiling) !== null)
    .map((one) => {
      const ceiling = stated(one.ceiling);
      const title = one.title.trim();
      return { ...NOTHING_TRIED, title, ceiling, price: upTo(ceiling, one.price), currency };
    });
  return [...others, ...ones];
}
