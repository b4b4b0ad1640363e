import { count, counted } from '../digits';

/** Rules by which orders are approved without asking. */
export const rules = {
  title: 'Rules',
  inbox: 'Inbox',
  sub: 'Orders that are approved without asking you.',
  link: (n: number) => (n === 0 ? 'Rules' : `Rules (${n})`),
  none: 'No rules: every order waits for you.',
  noneHint:
    'A rule approves what you could approve yourself, within the limits you set, and records each approval.',
  showRemoved: 'Removed ones',
  hideRemoved: 'Hide the removed',
  create: 'New rule',
  name: (n: number) => `Rule ${n}`,
  states: { active: 'active', paused: 'paused', expired: 'over', removed: 'removed' },
  anyone: 'Anyone',
  noContact: 'a key that is no contact any more',
  onListing: (title: string) => `orders of “${title}”`,
  onPopulation: (name: string) => `orders of every listing about “${name}”`,
  upTo: (level: string) => `up to ${level} held after the sale`,
  perOrder: (amount: string) => `${amount} an order at most`,
  perMonth: (amount: string, spent: string) =>
    `${amount} a calendar month at most, ${spent} so far`,
  noMonth: 'no limit a month',
  settles: (how: string) => `its sales are ${how}`,
  payment: (reference: string) => `receipts say “${reference}”`,
  until: (day: string) => `until ${day}, midnight UTC`,
  noEnd: 'without an end',
  approves: 'Approves',
  worst: 'At worst, from now on',
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Remove…',
  removeTitle: (n: number) => `Remove rule ${n}?`,
  removeIntro:
    'It then approves nothing more. What it approved stays, and so does the record of it. A removed rule cannot be brought back.',
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
    `The loss of ${what} stays at **${level}**: that much is sold already.`,
  cap: (cap: string) => `The cap of ${cap} holds, whatever a rule says.`,
  laterListings: 'Listings about this population that you add later count as well.',
  credit: (amount: string) =>
    `Answers worth **${amount}** are delivered before you have seen a payment, at today’s prices.`,
  creditAnyone: (amount: string) =>
    `Answers worth **${amount}** are delivered to each buyer before you have seen a payment, at today’s prices; and anyone can appear as many buyers.`,
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
    onCredit: 'It sells on credit: what is ordered is delivered before you have seen a payment.',
    who: 'Whose orders',
    whoAnyone: 'anyone’s',
    what: 'Of what',
    whatListing: (title: string) => `listing: ${title}`,
    whatPopulation: (name: string) => `every listing about ${name}`,
    choose: 'choose…',
    upTo: 'Up to ε',
    upToHint: 'What the buyer may hold after the sale.',
    perOrder: 'Price of an order, at most',
    perMonth: 'A calendar month, at most',
    optional: 'May stay empty.',
    currency: 'Currency',
    currencyHint: 'Only needed where the population’s listings are not all in one.',
    payment: 'Payment reference',
    paymentHint: 'On its receipts, such as “invoice monthly”.',
    until: 'Last day',
    noContacts: 'Only contacts and “anyone” can be chosen.',
    worst: 'What it may do at worst',
    fill: 'Fill in the limits to see it.',
    button: 'Add the rule',
    tariff:
      'It sells at the listing’s own tariff, and never over the listing’s ceiling or the population’s cap.',
  },

  added: (n: number) => `Rule ${n} was added. It looks at the waiting orders now.`,
  removed: (n: number) => `Rule ${n} was removed. It approves nothing more.`,
  byRule: (n: number) => `by rule ${n}`,
  approvedNow: (n: number) =>
    `${counted(n, 'order was', 'orders were')} approved by rule since you opened this home`,
  approvedOne: (rule: number, buyer: string, title: string, level: string, price: string) =>
    `Rule ${rule}: ${buyer}, ${title}, ${level}, ${price}`,
  seen: 'I have seen it',
  stopped: 'The rules could not look at every order:',
  misfit: {
    paused: (n: number) => `Rule ${n} is paused.`,
    expired: (n: number) => `Rule ${n} is over.`,
    currency: (n: number) => `Rule ${n} is in another currency.`,
    level: (n: number) => `Rule ${n} does not go to that level.`,
    price: (n: number) => `Rule ${n} does not go to that price.`,
    month: (n: number) => `Rule ${n} has no room for it this month.`,
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
