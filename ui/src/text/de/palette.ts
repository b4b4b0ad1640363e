import { counted } from '../digits';
import type { Text } from '../shape';

export const palette: Text['palette'] = {
  title: 'Finden oder tun',
  open: (keys) => `Finden oder tun (${keys})`,
  controlK: 'Strg+K',
  hint: 'Ein Angebot, eine Bestellung, eine Quittung, ein Schlüssel oder was zu tun ist',
  hintWithoutHome: 'Eine Seite oder was zu tun ist',
  found: 'Was gefunden wurde',
  nothing: 'Nichts gefunden. Versuchen Sie es mit weniger Wörtern.',
  count: (n) =>
    `${counted(n, 'Treffer', 'Treffer')}. Mit den Pfeiltasten wählen, mit der Eingabetaste öffnen.`,
  partly: 'Nicht alles ließ sich lesen: Die jeweilige Seite sagt, warum.',
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
