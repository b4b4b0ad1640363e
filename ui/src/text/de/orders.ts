import { counted } from '../digits';
import type { Text } from '../shape';

export const orders: Text['orders'] = {
  title: 'Bestellungen',
  waiting: (n) => `${counted(n, 'Bestellung wartet', 'Bestellungen warten')} auf Antwort`,
  collect: 'Abholen',
  collecting: 'Wird abgeholt …',
  none: 'Sie haben noch keine Bestellungen.',
  toMarket: 'Zum Markt',
  ordered: 'Bestellt',
  listing: 'Angebot',
  step: 'ε von → bis',
  price: 'Preis',
  status: 'Stand',
  payTo: 'Zahlung an',
  payAddress: 'die Zahlungsadresse',
  approved: (day) => `Genehmigt am ${day}`,
  expires: (day) => `Bis ${day}`,
  cancel: 'Stornieren …',
  cancelTitle: 'Diese Bestellung stornieren?',
  cancelIntro:
    'Der Verkäufer erhält eine signierte Stornierung. Ist die Bestellung schon genehmigt, gilt die Quittung, und die Antwort wird geliefert.',
  cancelButton: 'Bestellung stornieren',
  keep: 'Behalten',

  placed: {
    title: (level, price) => `${level} für ${price} bestellt`,
    waits: (seller) =>
      `Die Bestellung wartet auf ${seller}. Sobald sie genehmigt ist, holen Sie die Antwort unter`,
    orders: 'Bestellungen',
    waitsEnd: ' ab.',
  },

  collected: {
    nothing: 'Keine neuen Lieferungen.',
    contradicts: (seller) => `${seller} widerspricht dem eigenen Hauptbuch`,
    kept: (seller) =>
      `Von ${seller} wurde keine Lieferung gespeichert, und Ihr Bestand ist unverändert. Beide signierten Prüfpunkte sind als Beweise aufbewahrt in`,
    keptAnswers:
      'Keine der beiden Antworten wurde gespeichert, und Ihr Bestand ist unverändert. Beide sind als Beweise aufbewahrt in',
    keptAnswersEnd: '. Fragen Sie den Verkäufer, und entscheiden Sie dann unter „Alarme“.',
    keptEnd: '. Zeigen Sie sie einem Prüfer, bevor Sie dort wieder kaufen.',
    arrived: (n) => `${counted(n, 'Freigabe', 'Freigaben')} eingetroffen und nachgeprüft`,
    release: (title, level, number) => `${title}, jetzt bei ${level}: Quittung Nr. ${number}`,
    holdings: 'Bestand',
    declined: (n) => `${counted(n, 'Bestellung wurde', 'Bestellungen wurden')} abgelehnt`,
    noReason: 'ohne Angabe von Gründen',
    unchecked: 'Nicht mit dem zuvor gesehenen Hauptbuch verglichen:',
    newer: (n) =>
      `${counted(n, 'Lieferung stammt', 'Lieferungen stammen')} von einer neueren Version von Poundwise. Aktualisieren Sie Poundwise und holen Sie erneut ab.`,
    rejected: (n) =>
      `${counted(n, 'Lieferung hat', 'Lieferungen haben')} die Nachprüfung nicht bestanden und ${n === 1 ? 'wurde' : 'wurden'} nicht gespeichert`,
  },
};
