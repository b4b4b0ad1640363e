import type { Text } from '../index.svelte';

export const nav: Text['nav'] = {
  label: 'Arbeitsbereiche',
  sell: 'Verkaufen',
  datasets: 'Datensätze',
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
  waiting: 'warten',
  folder: (name) => `Ordner „${name}“`,
  tradesOn: (market) => `Markt: ${market}`,
  closeHome: 'Mappe schließen',
  openHome: 'Mappe öffnen',
};
