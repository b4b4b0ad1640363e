/** An order about to be placed. */
export const ordering = {
  title: 'Order',
  seller: 'Seller',
  from: 'from',
  nothing: 'nothing',
  to: 'to',
  increment: 'increment',
  price: 'price',
  payTo: 'pay to',
  askSeller: 'ask the seller',
  accept: 'I accept these terms',
  hasTerms: 'The listing has terms.',
  hasTermsHint: 'Read them and accept them first.',
  place: (increment: string, price: string) => `Order ${increment} for ${price}`,
  over: (stated: string) =>
    `The seller states: ${stated}. This order may not be delivered. Ask the seller before you pay.`,
  anywayTitle: 'Order more than is available?',
  anyway: 'Order anyway',
  keep: 'Back',
  hint: 'Signed with your key. The answer is released after the seller approves.',
};
