import { count, counted } from '../../lib/format';

export const market = {
  title: 'Market',
  listings: (n: number) => counted(n, 'listing'),
  search: 'Search',
  searchHint: 'Title, description, seller, query.',
  kind: 'Kind',
  all: 'all',
  empty: 'Nothing is for sale on this market yet.',
  noFit: 'No listing fits.',
  you: '(you)',
  numbers: (n: number) => counted(n, 'number'),
  signed: (date: string) => `signed ${date}`,
  rows: (n: number) => `${count(n)} rows, as stated`,
  priceAt: (price: string, level: string) => `${price} at ${level}`,
  free: 'free',
  held: (level: string) => `you hold ${level}`,
};
