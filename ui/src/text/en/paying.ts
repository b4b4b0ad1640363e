import { count } from '../digits';
import type { Stale } from '../../platform/types/Stale';

/** Payment of an order. */
export const paying = {
  reference: 'Payment reference',
  nothing: 'No payment needed',
  theReference: 'the payment reference',
  referenceHint: 'The seller finds your payment by it. Write it exactly as shown.',
  inReceipt: 'In the receipt',
  inReceiptHint:
    'The seller approved the order with these words. If they state how to pay, pay that way.',
  seller: 'Seller',
  recipient: 'Recipient',
  theRecipient: 'the recipient',
  iban: 'Account (IBAN)',
  theIban: 'the IBAN',
  amount: 'Amount',
  theAmount: 'the amount',
  until: 'Pay by',
  untilHint: 'The order ends seven days later: the transfer and its approval take time.',
  qr: 'QR code of the transfer',
  scan: 'Scan it from your banking app.',
  onlyOne: (orders: number, from: string) =>
    `Pay only one: ${count(orders)} orders of this listing wait that begin at ${from}, and only one of them can be approved. Cancel the others.`,
  over: (stated: string) =>
    `The seller states: ${stated}. Ask the seller before you pay for this order.`,
  askSeller: 'The listing has no payment address. Ask the seller and pay with this reference.',
  pay: 'Pay…',
  payFor: (title: string) => `Pay for ${title}`,
  close: 'Close',
  owed: 'Delivered on credit. Pay it if it is not paid yet. This home does not know whether it is.',
  stale: (why: Stale, from: string) =>
    `Do not pay: ${
      {
        overtaken: `this order begins at ${from}, and you now hold more`,
        replaced: 'the listing has a newer version',
        withdrawn: 'the listing is withdrawn',
      }[why]
    }, so it can no longer be approved. If you have paid, ask the seller for the money. Cancel it${why === 'withdrawn' ? '' : ' and order again'}.`,
  tooLate: (day: string) =>
    `Do not pay: the order ends on ${day}. Cancel it and order again, or ask the seller.`,
};
