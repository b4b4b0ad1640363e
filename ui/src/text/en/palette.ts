import { counted } from '../digits';

/** The command palette. */
export const palette = {
  title: 'Find or do',
  open: (keys: string) => `Find or do (${keys})`,
  controlK: 'Ctrl+K',
  hint: 'A listing, an order, a receipt, a key or a command',
  hintWithoutHome: 'A page or a command',
  found: 'Results',
  nothing: 'No results. Try fewer words.',
  count: (n: number) => `${counted(n, 'result')}. Arrow keys choose, Enter opens.`,
  partly: 'Some pages could not be read. Each of them states the reason.',
  groups: {
    commands: 'Go and do',
    listings: 'Listings',
    orders: 'Orders',
    receipts: 'Receipts',
    keys: 'Keys',
  },
  import: 'Import a table',
  newListing: 'New listing',
  rules: 'Rules that approve orders',
  openHome: 'Open or create a home',
  receipt: (number: number, title: string) => `Receipt ${number}: ${title}`,
  yours: 'your listing',
  ownKey: 'your own key',
  contact: 'contact',
};
