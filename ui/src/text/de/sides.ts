import { AUDIT_WORDS } from '../../platform/types/auditWords';
import { counted } from '../digits';
import type { Text } from '../shape';

export const sides: Text['sides'] = {
  phrases: AUDIT_WORDS.de.sides,
  entries: (n) => counted(n, 'Eintrag', 'Einträge'),
  rows: (n) => counted(n, 'Zeile', 'Zeilen'),
  labels: (n) => counted(n, 'Bezeichnung', 'Bezeichnungen'),
  values: (n) => counted(n, 'Wert', 'Werte'),
  increments: (n) => counted(n, 'Zuwachs', 'Zuwächse'),
  hashes: (n) => counted(n, 'Hash', 'Hashes'),
  found: (found, expected) => `Gefunden: ${found}. Verglichen mit: ${expected}.`,
};
