import { counted } from '../digits';
import type { Text } from '../shape';

export const market: Text['market'] = {
  title: 'Markt',
  listings: (n) => counted(n, 'Angebot', 'Angebote'),
  search: 'Suche',
  searchHint: 'Titel, Beschreibung, Verkäufer, Abfrage.',
  kind: 'Art',
  all: 'alle',
  empty: 'Auf diesem Markt wird noch nichts angeboten.',
  noFit: 'Kein Angebot passt.',
  odd: (n) =>
    `${counted(n, 'Eintrag', 'Einträge')} des Marktes ausgelassen: keine gewöhnlichen Dateien, oder nicht lesbar. Sehen Sie in seinem Ordner nach.`,
  overBudget: (n) =>
    `${counted(n, 'Angebot oder Rücknahme', 'Angebote oder Rücknahmen')} nicht gezeigt: Ein Verkäufer oder der Markt hat mehr davon, als gelesen werden.`,
  you: '(Sie)',
  numbers: (n) => counted(n, 'Zahl', 'Zahlen'),
  signed: (date) => `signiert am ${date}`,
  rows: (n) => `${counted(n, 'Zeile', 'Zeilen')} laut Angabe`,
  priceAt: (price, level) => `${price} bei ${level}`,
  free: 'kostenlos',
  held: (level) => `Sie halten ${level}`,
};
