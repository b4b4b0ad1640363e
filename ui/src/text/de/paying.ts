import { count } from '../digits';
import type { Text } from '../shape';

export const paying: Text['paying'] = {
  reference: 'Zahlungsreferenz',
  nothing: 'Keine Zahlung nötig',
  theReference: 'die Zahlungsreferenz',
  referenceHint:
    'Als Verwendungszweck, unverändert und vollständig: Daran erkennt der Verkäufer Ihre Zahlung.',
  inReceipt: 'In der Quittung',
  inReceiptHint:
    'Mit diesen Worten hat der Verkäufer die Bestellung genehmigt. Nennen sie einen Zahlungsweg, zahlen Sie auf diesem Weg.',
  seller: 'Verkäufer',
  recipient: 'Empfänger',
  theRecipient: 'den Empfänger',
  iban: 'Konto (IBAN)',
  theIban: 'die IBAN',
  amount: 'Betrag',
  theAmount: 'den Betrag',
  until: 'Zahlen bis',
  untilHint:
    'Sieben Tage später endet die Bestellung: Überweisung und Genehmigung brauchen ihre Zeit.',
  qr: 'QR-Code der Überweisung',
  scan: 'Scannen Sie ihn mit der Banking-App.',
  onlyOne: (orders, from) =>
    `Bezahlen Sie nur eine: ${count(orders)} wartende Bestellungen dieses Angebots beginnen bei ${from}, und nur eine davon kann genehmigt werden. Stornieren Sie die anderen.`,
  over: (stated) =>
    `Der Verkäufer gibt an: ${stated}. Fragen Sie ihn, bevor Sie diese Bestellung bezahlen.`,
  askSeller:
    'Das Angebot nennt keine Zahlungsadresse. Fragen Sie den Verkäufer, und zahlen Sie mit dieser Referenz.',
  pay: 'Bezahlen …',
  payFor: (title) => `${title} bezahlen`,
  close: 'Schließen',
  owed: 'Auf Rechnung geliefert. Bezahlen Sie, falls Sie noch nicht bezahlt haben. Diese Mappe weiß das nicht.',
  stale: (why, from) =>
    `Nicht bezahlen: ${
      {
        overtaken: `Diese Bestellung beginnt bei ${from}, und Sie halten inzwischen mehr`,
        replaced: 'Von dem Angebot gibt es eine neuere Fassung',
        withdrawn: 'Das Angebot ist zurückgezogen',
      }[why]
    }; die Bestellung lässt sich nicht mehr genehmigen. Wenn Sie bezahlt haben, fordern Sie das Geld vom Verkäufer zurück. Stornieren Sie sie${why === 'withdrawn' ? '' : ' und bestellen Sie neu'}.`,
  tooLate: (day) =>
    `Nicht bezahlen: Die Bestellung endet am ${day}. Stornieren Sie sie und bestellen Sie neu, oder fragen Sie den Verkäufer.`,
};
