import { count } from '../digits';
import type { Text } from '../shape';

export const controls: Text['controls'] = {
  replaceFile: 'Ersetzen',
  copy: 'Kopieren',
  copyWhat: (what) => `Kopieren: ${what}`,
  copied: 'Kopiert',
  notCopied: 'Nicht kopiert: Markieren Sie den Text und kopieren Sie ihn',
  showMore: 'Mehr zeigen',
  showMoreLeft: (left) => `Mehr zeigen (noch ${count(left)})`,
  browse: 'Durchsuchen …',
  browseFor: (label) => `Durchsuchen: ${label}`,
  writing: 'Wird geschrieben …',
  openFolder: 'Ordner öffnen',
  written: (file, size) => `Geschrieben: ${file}, ${size}`,
  reading: 'Wird gelesen …',
  notRead: 'Es konnte nicht gelesen werden',
  whatIs: (term) => `Was ist das: ${term}`,
  dayHint: (example) => `Jahr, Monat und Tag, etwa ${example}.`,
  cancel: 'Abbrechen',
  doNotAdd: 'Nicht hinzufügen',
  tryAgain: 'Noch einmal versuchen',
  writeDay: 'Geben Sie einen Tag des Kalenders an.',
  fillIn: 'Füllen Sie dieses Feld aus.',
  chooseOne: 'Wählen Sie etwas aus.',
  tickBox: 'Haken Sie dieses Kästchen an, um fortzufahren.',
  writeAmount: 'Geben Sie einen Betrag an, etwa 20,00.',
};
