/** How an order is paid. */
export const paying = {
  reference: 'Payment reference',
  theReference: 'the payment reference',
};
