import { count, counted } from '../digits';

export const market = {
  title: 'Market',
  listings: (n: number) => counted(n, 'listing'),
  search: 'Search',
  searchHint: 'Title, description, seller, query.',
  kind: 'Kind',
  all: 'all',
  empty: 'Nothing is for sale on this market yet.',
  noFit: 'No listing fits.',
  /** Entries that are no ordinary files, or cannot be read. */
  odd: (n: number) =>
    `${counted(n, 'entry', 'entries')} of the market left out: no ordinary files, or not readable. Look in its folder.`,
  overBudget: (n: number) =>
    `${counted(n, 'listing or withdrawal', 'listings or withdrawals')} not shown: one seller, or the market, has more of them than are read.`,
  you: '(you)',
  numbers: (n: number) => counted(n, 'number'),
  signed: (date: string) => `signed ${date}`,
  rows: (n: number) => `${count(n)} rows, as stated`,
  priceAt: (price: string, level: string) => `${price} at ${level}`,
  free: 'free',
  held: (level: string) => `you hold ${level}`,
};
