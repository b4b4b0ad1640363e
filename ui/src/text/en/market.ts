import type { MarketSort } from '../../platform/types/MarketSort';
import { counted } from '../digits';

export const market = {
  title: 'Market',
  listings: (n: number) => counted(n, 'listing'),
  search: 'Search',
  searchHint: 'Title, description, seller, query.',
  seller: 'Seller',
  kind: 'Kind',
  most: 'Price, at most',
  mostHint: 'In the listing’s currency, such as 20.',
  columns: {
    newest: 'Newest',
    title: 'Listing',
    seller: 'Seller',
    kind: 'Kind',
    accuracy: 'Best accuracy',
    price: 'Its price',
  } satisfies Record<MarketSort, string>,
  all: 'all',
  empty: 'No listings on this market yet.',
  noFit: 'No listing fits.',
  /** Entries that are no ordinary files, or cannot be read. */
  odd: (n: number) =>
    `${counted(n, 'entry', 'entries')} of the market left out: not ordinary files, or not readable. Check its folder.`,
  newer: (n: number) =>
    `${counted(n, 'listing or withdrawal', 'listings or withdrawals')} left out: made by a newer version of Poundwise. Update Poundwise.`,
  overBudget: (n: number) =>
    `${counted(n, 'listing or withdrawal', 'listings or withdrawals')} not shown: one seller, or the market, has more of them than the limit.`,
  you: '(you)',
  numbers: (n: number) => counted(n, 'number'),
  at: (level: string) => `at ${level}`,
  /** The least level sold, of which the half-widths are said beside it. */
  from: (price: string, level: string) => `from ${price} at ${level}`,
  noMore: 'no higher level sold',
  held: (level: string) => `you hold ${level}`,

  compare: {
    choose: (title: string) => `Compare ${title}`,
    button: (n: number) => (n < 2 ? 'Choose one more to compare' : `Compare ${n}`),
    close: 'Back to all listings',
    drop: 'Leave out',
    dropOne: (title: string) => `Leave out ${title}`,
    kind: 'Kind',
    query: 'Query',
    numbers: 'Numbers',
    bounds: 'Bounds',
    best: 'Best accuracy',
    price: 'Its price',
    level: 'Its level',
    from: 'Cheapest purchase',
    fromOf: (price: string, level: string, widths: string) => `${price} at ${level}: ${widths}`,
    rows: 'Rows, as stated',
    notStated: 'not stated',
    unit: 'One unit',
    terms: 'Terms',
    available: 'Available now',
    upToCeiling: 'up to the ceiling',
    held: 'You hold',
    own: 'your own listing',
    highest: 'Accuracy and price: each at the highest level that it sells.',
    within: (price: string) =>
      `Accuracy and price: each at the highest level for at most ${price}, in its own currency.`,
    prices: 'Prices',
    nth: (title: string, place: number) => `${title} (no. ${place})`,
    none: 'none',
  },
};
