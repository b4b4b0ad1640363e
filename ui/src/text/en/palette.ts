import { counted } from '../digits';

/** The command palette: whatever is found by typing. */
export const palette = {
  title: 'Find or do',
  open: (keys: string) => `Find or do (${keys})`,
  controlK: 'Ctrl+K',
  hint: 'A listing, an order, a receipt, a key, or what to do',
  hintWithoutHome: 'A page, or what to do',
  found: 'What is found',
  nothing: 'Nothing is found. Try fewer words.',
  count: (n: number) => `${counted(n, 'result')}. Arrow keys choose, Enter opens.`,
  partly: 'Not everything could be read: its own page says why.',
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
