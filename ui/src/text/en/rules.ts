import { count, counted } from '../digits';

/** Rules that approve orders without asking. */
export const rules = {
  title: 'Rules',
  inbox: 'Inbox',
  sub: 'Orders that are approved without asking you.',
  link: (n: number) => (n === 0 ? 'Rules' : `Rules (${n})`),
  none: 'No rules: every order waits for you.',
  noneHint:
    'A rule approves what you could approve yourself, within the limits you set, and records each approval.',
  showRemoved: 'Show removed rules',
  hideRemoved: 'Hide removed rules',
  create: 'New rule',
  name: (n: number) => `Rule ${n}`,
  states: { active: 'active', paused: 'paused', expired: 'over', removed: 'removed' },
  anyone: 'Anyone',
  noContact: 'a key that is no longer a contact',
  onListing: (title: string) => `orders of “${title}”`,
  onPopulation: (name: string) => `orders of every listing about “${name}”`,
  upTo: (level: string) => `up to ${level} held after the sale`,
  perOrder: (amount: string) => `at most ${amount} for an order`,
  perMonth: (amount: string, spent: string) =>
    `at most ${amount} in a calendar month, ${spent} so far`,
  noMonth: 'no limit per month',
  settles: (how: string) => `its sales are ${how}`,
  payment: (reference: string) => `receipts say “${reference}”`,
  until: (day: string) => `until ${day}, midnight UTC`,
  noEnd: 'without end',
  approves: 'Approves',
  worst: 'At worst, from now on',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Remove…',
  removeTitle: (n: number) => `Remove rule ${n}?`,
  removeIntro:
    'It then approves no more orders. Its approvals and their record stay. A removed rule cannot be restored.',
  removeButton: 'Remove the rule',
  keep: 'Keep it',
  uses: (n: number) => `Approved: ${counted(n, 'order')}`,
  use: {
    when: 'Approved',
    buyer: 'Buyer',
    listing: 'Listing',
    levels: 'ε from → to',
    price: 'Price',
    receipt: 'Receipt',
  },

  worstLoss: (before: string, after: string, what: string) =>
    `The loss of ${what} goes from **${before}** to **${after}**.`,
  worstLossNone: (level: string, what: string) =>
    `The loss of ${what} stays at **${level}**, which is already sold.`,
  cap: (cap: string) => `A rule never passes the cap of ${cap}.`,
  laterListings: 'Listings about this population that you add later count as well.',
  credit: (amount: string) =>
    `Answers worth **${amount}** are delivered before payment, at today’s prices.`,
  creditAnyone: (amount: string) =>
    `Answers worth **${amount}** are delivered to each buyer before payment, at today’s prices. Anyone can appear as many buyers.`,
  creditMonth: (amount: string) => `No more than **${amount}** of it in a calendar month.`,
  creditInAll: (amount: string) => `No more than **${amount}** until its last day.`,
  creditNoMonth: 'No limit per month applies to that.',
  atOnce: (n: number) =>
    n === 1
      ? 'This order waits and is then approved at once:'
      : `These ${count(n)} orders wait and are then approved at once:`,
  atOnceOrder: (buyer: string, title: string, level: string, price: string) =>
    `${buyer}: ${title}, up to ${level}, for ${price}`,
  itsPopulation: 'the listing’s population',
  thePopulation: (name: string) => `the population “${name}”`,

  form: {
    title: 'New rule',
    onCredit: 'It sells on credit: answers are delivered before payment.',
    who: 'Whose orders',
    whoAnyone: 'anyone',
    what: 'Listing or population',
    whatListing: (title: string) => `listing: ${title}`,
    whatPopulation: (name: string) => `every listing about ${name}`,
    choose: 'choose…',
    upTo: 'Up to ε',
    upToHint: 'The highest level that the buyer may hold after the sale.',
    perOrder: 'Highest price of an order',
    perMonth: 'Highest sum in a calendar month',
    optional: 'Optional.',
    currency: 'Currency',
    currencyHint: 'Needed only if the population’s listings have several currencies.',
    payment: 'Payment reference',
    paymentHint: 'On its receipts, such as “invoice monthly”.',
    until: 'Last day',
    noContacts: 'Only contacts and “anyone” can be chosen.',
    worst: 'At worst',
    fill: 'Fill in the limits to see this.',
    button: 'Add the rule',
    tariff:
      'It sells at the listing’s tariff and never passes the listing’s ceiling or the population’s cap.',
  },

  added: (n: number) => `Rule ${n} was added. It now checks the pending orders.`,
  removed: (n: number) => `Rule ${n} was removed. It approves no more orders.`,
  byRule: (n: number) => `by rule ${n}`,
  approvedNow: (n: number) =>
    `${counted(n, 'order was', 'orders were')} approved by rule since you opened this home`,
  approvedOne: (rule: number, buyer: string, title: string, level: string, price: string) =>
    `Rule ${rule}: ${buyer}, ${title}, ${level}, ${price}`,
  seen: 'I have seen it',
  stopped: 'The rules could not check every order:',
  misfit: {
    paused: (n: number) => `Rule ${n} is paused.`,
    expired: (n: number) => `Rule ${n} is over.`,
    currency: (n: number) => `Rule ${n} is in another currency.`,
    level: (n: number) => `Rule ${n} has a lower highest level.`,
    price: (n: number) => `Rule ${n} has a lower highest price.`,
    month: (n: number) => `Rule ${n} has reached its limit for this month.`,
  },

  notify: {
    order: (buyer: string, title: string) => `An order from ${buyer} on ${title}`,
    orders: (n: number) => `${counted(n, 'new order')}`,
    approved: (buyer: string, title: string) => `Approved by rule: ${buyer}, ${title}`,
    manyApproved: (n: number) => `${counted(n, 'order was', 'orders were')} approved by rule`,
    arrived: (title: string) => `Arrived: ${title}`,
    manyArrived: (n: number) => `${counted(n, 'answer')} arrived`,
    deliveries: (n: number) => `${counted(n, 'delivery waits', 'deliveries wait')} to be collected`,
    open: 'Show',
  },
};
