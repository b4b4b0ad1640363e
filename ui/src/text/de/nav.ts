import { counted } from '../digits';
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
  offline: (waiting) =>
    `Offline.${waiting === 0 ? '' : ` ${counted(waiting, 'Dokument', 'Dokumente')} ${waiting === 1 ? 'wartet' : 'warten'}.`}`,
  offlineHint: 'Poundwise sendet die Dokumente, sobald der Markt wieder erreichbar ist.',
  settings: 'Einstellungen',
  closeHome: 'Mappe schließen',
  openHome: 'Mappe öffnen',
  drop: {
    table: 'Lassen Sie die Tabelle los, um sie zu importieren.',
    statement: 'Lassen Sie den Kontoauszug los, um ihn zu importieren.',
    check: 'Lassen Sie die Dateien los, um sie nachzuprüfen.',
    mail: 'Lassen Sie die Dateien los, um sie anzunehmen.',
    market: 'Lassen Sie die Datei los, um ihrem Markt beizutreten.',
  },
  dropNothing:
    'Poundwise nimmt Tabellen (CSV), Angebote, Bestellungen und Lieferungen, die per E-Mail kamen, und zum Nachprüfen Hauptbücher, Bündel, Kopien, Prüfpunkte und Öffnungen.',
  dropInDialog: 'Solange ein Dialog offen ist, nimmt das Fenster keine Dateien an.',
  dropInDialogHint: 'Schließen Sie den Dialog, und ziehen Sie die Dateien noch einmal herein.',
  oneAtATime: {
    table: 'Es wird immer nur eine Tabelle importiert.',
    statement: 'Es wird immer nur ein Kontoauszug importiert.',
  },
  notTaken: (files) =>
    `Nicht genommen: ${files.map((file) => `„${file}“`).join(', ')}. Ziehen Sie die anderen herein, wenn die erste Datei importiert ist.`,
  invitationWaits: 'Dies ist eine Einladung zu einem Markt auf einem Server.',
  invitationWaitsHint:
    'Legen Sie eine Mappe an oder öffnen Sie eine. Dann wird die Einladung gezeigt.',
  noHome: {
    table: 'Eine Tabelle wird in eine Mappe importiert, aber keine Mappe ist geöffnet.',
    statement: 'Ein Kontoauszug wird in eine Mappe importiert, aber keine Mappe ist geöffnet.',
    mail: 'Angebote, Bestellungen und Lieferungen nimmt eine Mappe an, aber keine Mappe ist geöffnet.',
  },
  noHomeHint:
    'Öffnen Sie eine Mappe oder legen Sie eine an, und ziehen Sie die Datei noch einmal herein.',
};
