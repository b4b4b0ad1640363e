import type { Text } from '../shape';

export const status: Text['status'] = {
  open: 'zum Verkauf',
  withdrawn: 'zurückgezogen',
  replaced: 'durch neuere Fassung ersetzt',
  pending: 'ausstehend',
  delivered: 'angekommen',
  declined: 'abgelehnt',
  cancelled: 'storniert',
  discarded: 'verworfen',
  expired: 'verfallen',
};
