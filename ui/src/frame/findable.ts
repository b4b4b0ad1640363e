// What the command palette finds: what the open home has and its pages show, read by the same
// calls. A page that is not there without a home is not found without one.

import type { AuditEntry } from '../features/audit/route';
import type { BuyEntry } from '../features/buy/route';
import type { SellEntry } from '../features/sell/route';
import type { Findable } from '../lib/find';
import { date, eps, epsStep, inFours, money, short } from '../lib/format';
import { queryOf } from '../lib/phrases';
import { sought } from '../lib/sought.svelte';
import { platform } from '../platform';
import type { BooksView } from '../platform/types/BooksView';
import type { HomeView } from '../platform/types/HomeView';
import type { ListingView } from '../platform/types/ListingView';
import type { MarketQuery } from '../platform/types/MarketQuery';
import type { MarketView } from '../platform/types/MarketView';
import type { OrderView } from '../platform/types/OrderView';
import type { ReceiptView } from '../platform/types/ReceiptView';
import { go, to, type Route } from '../route.svelte';
import { t } from '../text';
import type { Text } from '../text/shape';

/** The kinds of what is found, in the order in which they are shown. */
export const GROUPS = ['commands', 'listings', 'orders', 'receipts', 'keys'] as const;
export type Group = (typeof GROUPS)[number];

/** One of what can be found, and what happens when it is chosen. */
export type Found = Findable & { key: string; group: Group; detail: string; act: () => void };

const there = (route: Route) => () => go(route);

/** To the row of that id on a page. */
const row = (route: Route, id: string) => () => {
  sought.seek(to(route), id);
  go(route);
};

/** The pages of a home, and those that need none. */
const OWN: readonly (SellEntry | BuyEntry | AuditEntry)[] = [
  'datasets',
  'populations',
  'listings',
  'inbox',
  'books',
  'contacts',
  'market',
  'orders',
  'holdings',
  'alarms',
];

/**
 * Pages and commands that are available now. `close` closes the home, or leaves the sample market.
 */
export function commands(home: HomeView | null, more: readonly Found[]): Found[] {
  const command = (key: string, text: string, act: () => void): Found => ({
    key,
    group: 'commands',
    text,
    words: '',
    detail: '',
    act,
  });
  const page = (name: keyof Text['nav'] & (SellEntry | BuyEntry | AuditEntry)) =>
    command(name, t.nav[name], there({ name }));
  return [
    ...(home
      ? [
          command('import', t.palette.import, there({ name: 'import' })),
          command('link', t.linking.button, there({ name: 'link' })),
          command('new-listing', t.palette.newListing, there({ name: 'new-listing' })),
          command('list-columns', t.batch.open, there({ name: 'list-columns' })),
          command('codebooks', t.codebooks.title, there({ name: 'codebooks' })),
          command('rules', t.palette.rules, there({ name: 'rules' })),
          command('payments', t.payments.title, there({ name: 'payments' })),
          command('invoices', t.invoices.all, there({ name: 'invoices' })),
          ...OWN.map(page),
        ]
      : [command('first-run', t.palette.openHome, there({ name: 'datasets' }))]),
    page('verify'),
    command('settings', t.nav.settings, there({ name: 'settings' })),
    ...more,
  ];
}

const otherOf = (mine: boolean, order: OrderView) =>
  order.contact ?? (mine ? order.seller_name : order.buyer_name);

function order(mine: boolean, place: Route, one: OrderView): Found {
  return {
    key: `order/${one.id}/${place.name}`,
    group: 'orders',
    text: one.title,
    detail: [
      otherOf(mine, one),
      epsStep(one.from, one.to),
      one.status === 'delivered' && !mine ? t.inbox.approvedChip : t.status[one.status],
      ...(one.reference === null ? [] : [inFours(one.reference)]),
    ].join(' · '),
    words: [one.id, one.reference ?? '', one.seller_name, one.buyer_name, one.contact ?? ''].join(
      ' ',
    ),
    act: row(place, one.id),
  };
}

function receipt(place: Route, one: ReceiptView, other: string): Found {
  return {
    key: `receipt/${one.id}`,
    group: 'receipts',
    text: t.palette.receipt(one.number, one.title),
    detail: [other, eps(one.to), money(one.price), date(one.issued_at)].join(' · '),
    words: [one.id, one.payment_reference, other, one.buyer_name].join(' '),
    act: row(place, one.id),
  };
}

type Sold = Pick<ListingView, 'status'>;

/** What marks a listing that is not for sale any more: an earlier version, or withdrawn. */
const ended = ({ status }: Sold): string[] => (status === 'open' ? [] : [t.status[status]]);

/** Entries of the open home, and whether some could not be read. */
export async function ofHome(home: HomeView): Promise<{ found: Found[]; partly: boolean }> {
  let partly = false;
  const or = <T>(read: Promise<T>, none: T): Promise<T> =>
    read.catch(() => {
      partly = true;
      return none;
    });
  const everything: MarketQuery = {
    search: '',
    seller: '',
    kind: null,
    max_price: '',
    sort: 'newest',
    reverse: false,
  };
  const [own, { offers }, orders, inbox, answered, { receipts }, holdings, contacts] =
    await Promise.all([
      or(platform.myListings(), []),
      or<Pick<MarketView, 'offers'>>(platform.market(everything), { offers: [] }),
      or(platform.orders(), []),
      or(platform.inbox(), []),
      or(platform.answered(), []),
      or<Pick<BooksView, 'receipts'>>(platform.books(), { receipts: [] }),
      or(platform.holdings(), []),
      or(platform.contacts(), []),
    ]);
  const waiting = inbox.map((item) => item.order);

  // Each key once: one's own, those that have a name of one's own, and whoever was met in a sale.
  const keys = new Map<string, Found>();
  const key = (kid: string, name: string, detail: string, act: () => void) => {
    if (keys.has(kid)) return;
    keys.set(kid, {
      key: `key/${kid}`,
      group: 'keys',
      text: name,
      detail: [short(kid), detail].join(' · '),
      words: kid,
      act,
    });
  };
  key(home.kid, home.name, t.palette.ownKey, there({ name: 'settings' }));
  for (const { kid, name } of contacts)
    key(kid, name, t.palette.contact, row({ name: 'contacts' }, kid));
  // Of others, to where their key stands.
  const unknown = t.contacts.unknown;
  for (const { seller_kid: kid, seller_name: name, id } of offers)
    key(kid, name, unknown, there({ name: 'listing', of: id }));
  for (const { buyer_kid: kid, buyer_name: name, id } of [...waiting, ...answered])
    key(kid, name, unknown, row({ name: 'inbox' }, id));
  for (const { buyer_kid: kid, buyer_name: name, id } of receipts)
    key(kid, name, unknown, row({ name: 'books' }, id));

  const mine = own.map((one): Found & Sold => ({
    key: `my-listing/${one.id}`,
    group: 'listings',
    text: one.title,
    detail: [t.palette.yours, ...ended(one), queryOf(one)].join(' · '),
    words: [one.id, one.query, one.description].join(' '),
    act: there({ name: 'my-listing', of: one.id }),
    status: one.status,
  }));
  const others = offers
    .filter((one) => !one.mine)
    .map((one): Found & Sold => ({
      key: `listing/${one.id}`,
      group: 'listings',
      text: one.title,
      detail: [one.contact ?? one.seller_name, ...ended(one), queryOf(one)].join(' · '),
      words: [one.id, one.seller_name, one.query, one.description].join(' '),
      act: there({ name: 'listing', of: one.id }),
      status: one.status,
    }));
  const listings = [...mine, ...others];
  const isOpen = ({ status }: Sold) => status === 'open';

  const found = [
    // What is for sale comes before its earlier versions and what is withdrawn.
    ...listings.filter(isOpen),
    ...listings.filter((one) => !isOpen(one)),
    ...waiting.map((one) => order(false, { name: 'inbox' }, one)),
    ...orders.map((one) => order(true, { name: 'orders' }, one)),
    ...answered.map((one) => order(false, { name: 'inbox' }, one)),
    ...receipts.map((one) => receipt({ name: 'books' }, one, one.contact ?? one.buyer_name)),
    ...holdings.flatMap(({ listing, responses }) =>
      responses.map((one) =>
        receipt(
          { name: 'holding', of: listing.question },
          one.receipt,
          listing.contact ?? listing.seller_name,
        ),
      ),
    ),
    ...keys.values(),
  ];
  return { found, partly };
}
