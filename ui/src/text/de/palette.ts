import { counted } from '../digits';
import type { Text } from '../shape';

export const palette: Text['palette'] = {
  title: 'Finden oder tun',
  open: (keys) => `Finden oder tun (${keys})`,
  controlK: 'Strg+K',
  hint: 'Ein Angebot, eine Bestellung, eine Quittung, ein Schlüssel oder ein Befehl',
  hintWithoutHome: 'Eine Seite oder ein Befehl',
  found: 'Treffer',
  nothing: 'Keine Treffer. Versuchen Sie es mit weniger Wörtern.',
  count: (n) =>
    `${counted(n, 'Treffer', 'Treffer')}. Mit den Pfeiltasten wählen, mit der Eingabetaste öffnen.`,
  partly: 'Einige Seiten ließen sich nicht lesen. Jede davon nennt den Grund.',
  groups: {
    commands: 'Seiten und Befehle',
    listings: 'Angebote',
    orders: 'Bestellungen',
    receipts: 'Quittungen',
    keys: 'Schlüssel',
  },
  import: 'Tabelle importieren',
  newListing: 'Neues Angebot',
  rules: 'Regeln, die Bestellungen genehmigen',
  openHome: 'Mappe öffnen oder anlegen',
  receipt: (number, title) => `Quittung Nr. ${number}: ${title}`,
  yours: 'Ihr Angebot',
  ownKey: 'Ihr eigener Schlüssel',
  contact: 'Kontakt',
};
