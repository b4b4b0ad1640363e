import { isOneOf, type Address } from '../../lib/address';

const PLAIN = [
  'datasets',
  'import',
  'link',
  'populations',
  'listings',
  'codebooks',
  'inbox',
  'payments',
  'rules',
  'books',
  'invoices',
  'contacts',
] as const;
const OF_ONE = ['dataset', 'population', 'my-listing', 'invoice'] as const;

/** A screen of a person who sells. `of` is a name or an id. */
export type SellRoute =
  | { name: (typeof PLAIN)[number] }
  | { name: (typeof OF_ONE)[number]; of: string }
  /** `dataset`: the one to begin with, if any. */
  | { name: 'new-listing' | 'list-columns'; dataset?: string };

/** The screens that the sidebar names. */
export type SellEntry = Exclude<
  (typeof PLAIN)[number],
  'import' | 'link' | 'codebooks' | 'payments' | 'rules' | 'invoices'
>;

/** The entry under which each screen belongs. */
export const SELL_ENTRIES: Record<SellRoute['name'], SellEntry> = {
  datasets: 'datasets',
  import: 'datasets',
  link: 'datasets',
  dataset: 'datasets',
  populations: 'populations',
  population: 'populations',
  listings: 'listings',
  'new-listing': 'listings',
  'list-columns': 'listings',
  codebooks: 'listings',
  'my-listing': 'listings',
  inbox: 'inbox',
  payments: 'inbox',
  rules: 'inbox',
  books: 'books',
  invoices: 'books',
  invoice: 'books',
  contacts: 'contacts',
};

export function sellRoute({ name, of, query }: Address): SellRoute | null {
  if (name === 'new-listing' || name === 'list-columns') {
    const { dataset } = query;
    return dataset === undefined ? { name } : { name, dataset };
  }
  if (isOneOf(OF_ONE, name)) return of === null ? null : { name, of };
  return isOneOf(PLAIN, name) ? { name } : null;
}
