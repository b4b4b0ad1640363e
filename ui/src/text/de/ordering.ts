import type { Text } from '../shape';

export const ordering: Text['ordering'] = {
  title: 'Bestellung',
  seller: 'Verkäufer',
  from: 'von',
  nothing: 'nichts',
  to: 'bis',
  increment: 'Zuwachs',
  price: 'Preis',
  payTo: 'zahlbar an',
  askSeller: 'den Verkäufer fragen',
  accept: 'Ich nehme diese Nutzungsbedingungen an',
  hasTerms: 'Das Angebot hat Nutzungsbedingungen.',
  hasTermsHint: 'Lesen Sie sie und nehmen Sie sie erst an.',
  place: (increment, price) => `${increment} für ${price} bestellen`,
  over: (stated) =>
    `Der Verkäufer gibt an: ${stated}. Diese Bestellung wird vielleicht nicht geliefert. Fragen Sie ihn, bevor Sie zahlen.`,
  anywayTitle: 'Mehr bestellen, als verfügbar ist?',
  anyway: 'Trotzdem bestellen',
  keep: 'Zurück',
  hint: 'Mit Ihrem Schlüssel signiert. Die Antwort wird freigegeben, wenn der Verkäufer die Bestellung genehmigt.',
};
