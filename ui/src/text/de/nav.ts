import type { Text } from '../shape';

export const nav: Text['nav'] = {
  skip: 'Zur Seite',
  label: 'Arbeitsbereiche',
  sell: 'Verkaufen',
  datasets: 'Datensätze',
  populations: 'Populationen',
  listings: 'Angebote',
  inbox: 'Eingang',
  books: 'Bücher',
  contacts: 'Kontakte',
  buy: 'Kaufen',
  market: 'Markt',
  orders: 'Bestellungen',
  holdings: 'Bestand',
  audit: 'Prüfen',
  verify: 'Nachprüfen',
  alarms: 'Alarme',
  waiting: 'warten',
  folder: (name) => `Ordner „${name}“`,
  tradesOn: (market) => `Markt: ${market}`,
  settings: 'Einstellungen',
  closeHome: 'Mappe schließen',
  openHome: 'Mappe öffnen',
  dropTable: 'Lassen Sie die Tabelle los, um sie zu importieren.',
  dropStatement: 'Lassen Sie den Kontoauszug los, um ihn einzulesen.',
  dropCheck: 'Lassen Sie die Dateien los, um sie zu prüfen.',
  dropNothing:
    'Poundwise nimmt Tabellen (CSV) und zum Prüfen Hauptbücher, Bündel, Kopien, Prüfpunkte und Öffnungen.',
  noHomeForTable: 'Eine Tabelle wird in eine Mappe importiert, und es ist keine geöffnet.',
  noHomeForTableHint:
    'Öffnen Sie eine Mappe oder legen Sie eine an, und ziehen Sie die Tabelle noch einmal herein.',
};
