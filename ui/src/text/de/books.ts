import { counted } from '../digits';
import type { Text } from '../shape';

export const books: Text['books'] = {
  title: 'Bücher',
  sub: (receipts, income) => `${counted(receipts, 'Quittung', 'Quittungen')} · ${income} insgesamt`,
  undelivered: (n) =>
    `${counted(n, 'Lieferung hat', 'Lieferungen haben')} den Markt noch nicht erreicht.`,
  undeliveredHint: 'Sie sind signiert und gespeichert; erneut gesendet werden dieselben Bytes.',
  delivered: 'Alles hat den Markt erreicht.',
  sendAgain: 'Erneut senden',
  income: 'Einnahmen',
  nothingSold: 'Noch nichts verkauft.',
  inAll: (currency) => `Insgesamt, ${currency}`,
  time: 'Zeit',
  firstSale: 'erster Verkauf',
  lastSale: 'letzter Verkauf',
  losses: 'Verlust jeder Population gegen ihre Grenze, ε',
  population: 'Population',
  cap: 'Grenze',
  ceiling: 'Obergrenze',
  noPopulation: 'Keine Population.',
  levels: 'Höchstes verkauftes ε jeder Frage, gegen ihre Obergrenze',
  question: 'Frage',
  noQuestion: 'Keine Frage.',
  forAuditor: 'Für den Prüfer',
  forAuditorIntro:
    'Eine Datei mit allen Angeboten, Bestellungen und Quittungen, allen gewährten Öffnungen, allen Änderungen einer Grenze und dem signierten Protokoll: Jeder kann sie prüfen, ohne Netz.',
  ledgerFile: 'Datei des Hauptbuchs',
  exportLedger: 'Hauptbuch exportieren',
  receipts: 'Quittungen',
  noReceipts: 'Noch keine.',
  number: 'Nr.',
  signed: 'Signiert',
  buyer: 'Käufer',
  listing: 'Angebot',
  step: 'ε von → bis',
  price: 'Preis',
  settlements: { paid: 'bezahlt', credit: 'auf Rechnung', free: 'kostenlos' },
  grants: 'Gewährte Öffnungen',
  noGrants: 'Keine: Kein Prüfer hat die genauen Zahlen einer Frage erhalten.',
  grantsMean:
    'Jede gab einem Prüfer die genauen Zahlen einer Frage. Das Hauptbuch zählt sie und nennt den Prüfer nicht.',
};
