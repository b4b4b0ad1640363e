// Orders as the host gives them, for whatever shows one.

import { guessed } from '../support/guess';
import type { InboxItem } from '../../src/platform/types/InboxItem';
import type { Money } from '../../src/platform/types/Money';
import type { OrderView } from '../../src/platform/types/OrderView';

export const euros = (minor: number): Money => ({ minor, currency: 'EUR', exponent: 2 });

/** An order of Bea's that waits; of another one what differs. */
export const order = (over: Partial<OrderView> = {}): OrderView => ({
  id: 'A'.repeat(43),
  listing: 'B'.repeat(43),
  title: 'Education',
  seller_name: 'Harbour Clinic',
  seller_kid: 'C'.repeat(43),
  buyer_name: 'Bea',
  buyer_kid: 'D'.repeat(43),
  contact: null,
  alarm: null,
  from: 0,
  to: 500_000,
  price: euros(500),
  accuracy: [],
  pay_to: '',
  reference: '00RXQAP226MFC',
  pay: null,
  stale: null,
  rivals: [],
  available: null,
  status: 'pending',
  reason: null,
  rule: null,
  issued_at: '2026-11-18T12:00:00Z',
  approved_at: null,
  settlement: null,
  expires_at: '2026-12-18T12:00:00Z',
  ...over,
});

/** An order in the inbox of its seller. */
export const item = (of: OrderView, over: Partial<InboxItem> = {}): InboxItem => ({
  order: of,
  population: 'people',
  unit_name: 'person',
  dataset: 'people',
  question_loss_before: 0,
  question_loss_after: of.to,
  population_loss_before: 0,
  population_loss_before_nano_rho: 0,
  population_loss_after: of.to,
  population_loss_after_nano_rho: 0,
  cap_micro_epsilon: 6_000_000,
  cap_nano_rho: 0,
  guess_before: guessed(0.5),
  guess_after: guessed(0.9),
  dimension: 4,
  held: 0,
  others: 0,
  now: [],
  problem: null,
  arrived: [],
  together: null,
  misfits: [],
  ...over,
});
