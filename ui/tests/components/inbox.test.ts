import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { canAnswer, type Answering } from '../../src/features/sell/inbox';
import InboxReview from '../../src/features/sell/InboxReview.svelte';
import OrdersTogether from '../../src/features/sell/OrdersTogether.svelte';
import Reference from '../../src/parts/Reference.svelte';
import { calendarDay, eps, halfWidths, money } from '../../src/lib/format';
import type { HalfWidth } from '../../src/platform/types/HalfWidth';
import type { ErrorView } from '../../src/platform/types/ErrorView';
import type { InboxItem } from '../../src/platform/types/InboxItem';
import type { LogStanding } from '../../src/platform/types/LogStanding';
import type { OrderView } from '../../src/platform/types/OrderView';
import { t } from '../../src/text';
import { euros, item, order } from './orders';
import { faults, inLanguages, overflows, show } from './support.svelte';

const by = (buyer: string, title: string, to: number): OrderView =>
  order({
    id: `${buyer}${'A'.repeat(40)}`,
    buyer_name: buyer,
    title,
    to: to,
    price: euros(4_000),
  });

const together = { orders: 3, population_loss_after: 6_500_000 };
const unfit = [
  item(by('Ann', 'Education', 3_000_000), { together }),
  item(by('Ben', 'Income', 3_000_000), { together }),
  item(by('Eve', 'Education', 3_500_000), { together }),
];

inLanguages('orders that do not fit together are told, population by population', async () => {
  const alone = item(by('Fay', 'Visits', 1_000_000));
  const other = item(by('Gus', 'Stays', 9_000_000), {
    population: 'patients',
    cap_micro_epsilon: 10_000_000,
    together: { orders: 1, population_loss_after: 11_000_000 },
  });
  const { see, count, container } = show(OrdersTogether, { items: [...unfit, alone, other] }, 300);
  expect(count('inbox-together')).toBe(2);
  const said = t.inbox.together(3, eps(6_500_000), eps(6_000_000));
  const first = see('inbox-together').element();
  expect(first.textContent).toContain(said);
  expect(first.textContent).toContain(t.inbox.togetherHint('people'));
  expect(first.querySelectorAll('li')).toHaveLength(3);
  expect(container.textContent).not.toContain('Fay');
  expect(overflows(container)).toBe(false);
  expect(await faults(container)).toEqual([]);
});

it('nothing is said where all orders fit', () => {
  const { container } = show(OrdersTogether, { items: [item(by('Ann', 'Education', 1))] });
  expect(container.textContent?.trim()).toBe('');
});

inLanguages('the review of such an order says it before it is approved', () => {
  const props = { can: 'now' as const, ondone: () => {} };
  const [first] = unfit;
  const review = show(InboxReview, { ...props, item: first as InboxItem }, 700);
  expect(review.see('review-together').element().textContent).toContain(
    t.inbox.together(3, eps(6_500_000), eps(6_000_000)),
  );
  const alone = show(InboxReview, { ...props, item: item(by('Fay', 'Visits', 1)) }, 700);
  expect(alone.count('review-together')).toBe(0);
  return Promise.resolve();
});

inLanguages('the review of an order says which others of its buyer it rules out', () => {
  const props = { can: 'now' as const, ondone: () => {} };
  for (const rivals of [['B'.repeat(43)], ['B'.repeat(43), 'C'.repeat(43)]]) {
    const both = item({ ...by('Ann', 'Education', 1_000_000), rivals });
    const { see } = show(InboxReview, { ...props, item: both }, 300);
    const said = t.inbox.rivals(rivals.length, eps(0));
    expect(see('review-rivals').element().textContent).toContain(said);
  }
  const alone = show(InboxReview, { ...props, item: item(by('Fay', 'Visits', 1)) }, 700);
  expect(alone.count('review-rivals')).toBe(0);
  return Promise.resolve();
});

inLanguages('the review of an order says which part of its payment arrived', () => {
  const props = { can: 'now' as const, ondone: () => {} };
  const euros = (minor: number) => ({ minor, currency: 'EUR', exponent: 2 });
  const arrived = [
    { booking: 1, on: '2026-11-03', amount: euros(1_200), due: euros(4_000), orders: 1 },
    { booking: 2, on: null, amount: euros(5_000), due: euros(8_000), orders: 2 },
  ];
  const paid = item(by('Ann', 'Education', 1_000_000), { arrived });
  const { see, count } = show(InboxReview, { ...props, item: paid }, 300);
  const text = see('review-arrived').element().textContent;
  const [whole, both] = [money(euros(4_000)), money(euros(8_000))];
  expect(text).toContain(t.inbox.arrived(money(euros(1_200)), whole, 1, calendarDay('2026-11-03')));
  expect(text).toContain(t.inbox.arrived(money(euros(5_000)), both, 2, null));
  expect(count('payment-paid')).toBe(1);
  return Promise.resolve();
});

inLanguages('an order that costs nothing has no payment reference', () => {
  const nothing = { minor: 0, currency: 'EUR', exponent: 2 };
  const free = { ...by('Ann', 'Education', 1_000_000), price: nothing, reference: null };
  const props = { can: 'now' as const, ondone: () => {} };
  const review = show(InboxReview, { ...props, item: item(free) }, 700);
  expect(review.count('payment-reference')).toBe(0);
  expect(review.see('payment-none').element().textContent).toBe(t.inbox.noPrice);
  const none = show(Reference, { reference: null });
  expect(none.see('reference-none').element().textContent).toBe(t.paying.nothing);
  expect(none.count('copy-reference')).toBe(0);
  const some = show(Reference, { reference: '00RXQAP226MFC' });
  expect(some.count('reference-none')).toBe(0);
  return Promise.resolve();
});

inLanguages('an order that is given away is not said to bring its price', async () => {
  const props = { can: 'now' as const, ondone: () => {} };
  const of = { ...by('Ann', 'Education', 1_000_000), price: euros(4000) };
  const { see } = show(InboxReview, { ...props, item: item(of) }, 700);
  await expect.element(see('approve')).toHaveTextContent('40');
  await userEvent.click(see('payment-free'));
  const said = t.inbox.approveFree(eps(1_000_000)).replaceAll('\u00a0', ' ');
  await expect.element(see('approve')).toHaveTextContent(said);
});

inLanguages('the review of an order says what its buyer and others hold of the question', () => {
  const props = { can: 'now' as const, ondone: () => {} };
  const of = by('Ann', 'Education', 1_000_000);
  const now: HalfWidth[] = [{ text: '3', number: 3, unit: '', of: 'count', basis: 'exact' }];
  const cases: [Partial<InboxItem>, string, string][] = [
    [{}, t.inbox.holdsNothing, t.inbox.firstSale(eps(1_000_000))],
    // The only buyer: nobody else holds what this one does.
    [
      { held: 500_000, now, question_loss_before: 500_000 },
      t.inbox.holds(eps(500_000), halfWidths(now)),
      t.inbox.othersNone(eps(500_000), eps(1_000_000)),
    ],
    [
      { others: 250_000, question_loss_before: 250_000 },
      t.inbox.holdsNothing,
      t.inbox.othersLess(eps(250_000), eps(250_000), eps(1_000_000)),
    ],
    [
      {
        others: 2_000_000,
        question_loss_before: 2_000_000,
        question_loss_after: 2_000_000,
      },
      t.inbox.holdsNothing,
      t.inbox.othersMore(eps(2_000_000)),
    ],
    [
      { others: 1_000_000, question_loss_before: 1_000_000 },
      t.inbox.holdsNothing,
      t.inbox.othersMore(eps(1_000_000)),
    ],
    // Sold once, to a buyer that holds it no more.
    [
      { question_loss_before: 1_000_000 },
      t.inbox.holdsNothing,
      t.inbox.othersNone(eps(1_000_000), eps(1_000_000)),
    ],
  ];
  for (const [over, holds, others] of cases) {
    const { see } = show(InboxReview, { ...props, item: item(of, over) }, 700);
    expect(see('inbox-holds').element().textContent).toContain(holds);
    expect(see('inbox-others').element().textContent?.trim()).toBe(others);
  }
  return Promise.resolve();
});

inLanguages(
  'a home that has stopped selling offers neither to approve nor to decline',
  async () => {
    const of = by('Ann', 'Education', 1_000_000);
    const refused = (code: ErrorView['code']) =>
      item(of, { problem: { code, message: 'It sells no more.', hints: [] } });
    const standing = (state: LogStanding['state']): LogStanding => ({
      state,
      entries: 3,
      code: null,
      states_availability: true,
      problem: null,
    });
    const cases: [InboxItem, LogStanding | null, Answering][] = [
      [item(of), null, 'now'],
      [item(of), standing('newest'), 'now'],
      [refused('over-cap'), standing('newest'), 'now'],
      [refused('sells-no-more'), standing('given-up'), 'never'],
      [refused('two-histories'), null, 'never'],
      // It can still catch up.
      [refused('sells-no-more'), standing('lacking'), 'later'],
      [item(of), standing('behind'), 'later'],
      [refused('behind-order'), standing('newest'), 'later'],
      [item(of), standing('unconfirmed'), 'unconfirmed'],
    ];
    for (const [one, stands, can] of cases) expect(canAnswer(one, stands)).toBe(can);

    for (const can of ['never', 'later', 'unconfirmed'] as const) {
      const { count, see } = show(
        InboxReview,
        { can, item: refused('sells-no-more'), ondone: () => {} },
        700,
      );
      for (const gone of ['approve', 'decline', 'decline-reason']) expect(count(gone)).toBe(0);
      expect(count('catch-up')).toBe(can === 'later' ? 1 : 0);
      expect(count('discard')).toBe(1);
      await expect.element(see('inbox-problem')).toBeVisible();
    }
  },
);
