/** The state of a listing or an order. */
export const status = {
  open: 'for sale',
  withdrawn: 'withdrawn',
  replaced: 'replaced by a newer version',
  pending: 'pending',
  delivered: 'arrived',
  declined: 'declined',
  cancelled: 'cancelled',
  discarded: 'discarded',
  expired: 'expired',
};
