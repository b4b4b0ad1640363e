import type { Text } from '../shape';

export const mail: Text['mail'] = {
  save: 'Als Datei speichern …',
  close: 'Schließen',
  file: 'Datei zum Senden',
  button: 'Speichern',
  intro: {
    listing: 'Mit dieser Datei kann ein Käufer ohne Zugang zu Ihrem Markt bestellen.',
    order:
      'Senden Sie diese Datei einem Verkäufer, der nicht auf Ihrem Markt handelt. Nur seine Mappe kann sie lesen.',
    delivery:
      'Senden Sie diese Datei einem Käufer, der nicht auf Ihrem Markt handelt. Nur seine Mappe kann sie lesen.',
  },
  received: {
    order: (title, buyer) => `Angenommen: Bestellung von ${buyer} für ${title}.`,
    orderWaits:
      'Die Bestellung wird aufgehoben, bis der Eingang Platz hat oder sie vollständig ist.',
  },
};
