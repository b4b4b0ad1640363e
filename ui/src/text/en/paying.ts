/** How an order is paid. */
export const paying = {
  reference: 'Payment reference',
  theReference: 'the payment reference',
  referenceHint: 'The seller finds your payment by it: write it as it is, with nothing left out.',
  seller: 'Seller',
  keyNotChecked: 'key not checked',
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
  askSeller: 'The listing names no address to pay to. Ask the seller, and pay with this reference.',
  pay: 'Pay…',
  payFor: (title: string) => `Pay for ${title}`,
  close: 'Close',
  owed: 'Delivered on credit. Pay it if you have not.',
  overtaken: (from: string) =>
    `Do not pay: this order begins at ${from}, and you hold more by now, so it can never be approved. Cancel it and order again.`,
  tooLate: (day: string) =>
    `Do not pay any more: the order ends on ${day}. Cancel it and order again, or ask the seller.`,
};
