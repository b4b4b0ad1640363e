import type { Kind } from '../../lib/drop';
import { counted } from '../digits';

export const nav = {
  skip: 'To the page',
  label: 'Workspaces',
  sell: 'Sell',
  datasets: 'Datasets',
  populations: 'Populations',
  listings: 'Listings',
  inbox: 'Inbox',
  books: 'Books',
  contacts: 'Contacts',
  buy: 'Buy',
  market: 'Market',
  orders: 'Orders',
  holdings: 'Holdings',
  audit: 'Audit',
  verify: 'Verify',
  alarms: 'Alarms',
  waiting: 'waiting',
  folder: (name: string) => `folder “${name}”`,
  tradesOn: (market: string) => `Market: ${market}`,
  offline: (waiting: number) =>
    `Offline.${waiting === 0 ? '' : ` ${counted(waiting, 'document')} ${waiting === 1 ? 'waits' : 'wait'}.`}`,
  offlineHint: 'Poundwise sends the documents when the market can be reached again.',
  settings: 'Settings',
  closeHome: 'Close home',
  openHome: 'Open a home',
  drop: {
    table: 'Drop the table to import it.',
    statement: 'Drop the statement to import it.',
    check: 'Drop the files to verify them.',
    mail: 'Drop the files to receive them.',
    market: 'Drop the file to join its market.',
  } satisfies Record<Kind, string>,
  dropNothing:
    'Poundwise takes tables (CSV), listings, orders and deliveries that came by mail, and ledgers, bundles, copies, checkpoints and openings to verify.',
  dropInDialog: 'The window takes no files while a dialog is open.',
  dropInDialogHint: 'Close the dialog and drop the files again.',
  oneAtATime: {
    table: 'One table is imported at a time.',
    statement: 'One statement is imported at a time.',
  },
  notTaken: (files: string[]) =>
    `Not taken: ${files.map((file) => `“${file}”`).join(', ')}. Drop the others after the first is imported.`,
  invitationWaits: 'This is an invitation to a market on a server.',
  invitationWaitsHint: 'Create or open a home. The invitation is then shown.',
  noHome: {
    table: 'A table is imported into a home, but no home is open.',
    statement: 'A bank statement is imported into a home, but no home is open.',
    mail: 'A listing, order or delivery is received by a home, but no home is open.',
  },
  noHomeHint: 'Open or create a home and drop the file again.',
};
