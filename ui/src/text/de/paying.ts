import type { Text } from '../shape';

export const paying: Text['paying'] = {
  reference: 'Zahlungsreferenz',
  theReference: 'die Zahlungsreferenz',
};
