/** Budget of a population, and the effect of other ceilings and prices. */
export const budget = {
  title: 'Budget planner',
  intro:
    'The highest ε sold of each listing counts against the cap. Try other ceilings and prices here. This signs nothing.',
  figure: {
    title: (population: string) => `Budget of ${population}`,
    carried: 'Brought from elsewhere',
    ended: 'No longer for sale',
    before: (level: string) => `${level}, which counts for good`,
    sold: (level: string) => `${level} sold`,
    more: (level: string) => `${level} may still be sold`,
    free: (level: string) => `${level} of the cap that no listing can sell`,
    mayBe: 'may still be sold',
    over: 'over the cap',
  },
  now: (loss: string, cap: string, left: string) =>
    `Sold so far: ${loss} of ${cap}. The cap leaves ${left}.`,
  fits: (all: string) =>
    `With every listing sold up to its ceiling it would be ${all}: all of it fits under the cap.`,
  over: (all: string, over: string) =>
    `With every listing sold up to its ceiling it would be ${all}, and ${over} of that can never be sold. Earlier orders are sold, and later ones are refused.`,
  guessNow: (now: string) => `Now a guess about one unit is ${now}.`,
  guessThen: (then: string) => `When all that fits is sold, it is ${then}.`,
  income: (money: string) => `One buyer of everything up to all these ceilings pays ${money}.`,
  try: 'Ceilings and prices to try',
  listing: 'Listing',
  sold: 'Sold, ε',
  ceiling: 'Ceiling to try, ε',
  reach: 'Can reach, ε',
  reachHint: (cap: string) =>
    `“Can reach”: the highest ε to which that listing alone can still be sold under the cap of ${cap}, if the others sell no more. Below it is the price that one buyer pays for everything up to there. To change a listing, press “Correct…” on its page, or “Change the price…” for its price alone.`,
  stated: (words: string) => `buyers see: ${words}`,
  price: 'One buyer pays for all',
  ends: 'Withdrawn',
  ceilingOf: (title: string) => `Ceiling to try for “${title}”, ε`,
  priceOf: (title: string) => `Price of everything up to the ceiling of “${title}”`,
  endsOf: (title: string) => `As if “${title}” were withdrawn`,
  titleOf: (n: number) => `Title of new listing ${n}`,
  newOne: (n: number) => `New listing ${n}`,
  add: 'Try a new listing',
  reset: 'Back to the signed values',
  withThis: 'Budget with this listing',
  thisOne: 'This listing',
  soldOf: (sold: string, ceiling: string) => `${sold} sold of at most ${ceiling}`,
};
