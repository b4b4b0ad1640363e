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
  hint: 'Signed with your key. Nothing is released before the seller approves.',
};
