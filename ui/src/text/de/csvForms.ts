import type { Text } from '../shape';

export const csvForms: Text['csvForms'] = {
  title: 'Form der CSV-Datei',
  hint: 'Eine Tabellenkalkulation öffnet Dateien so, wie es in ihrem Land üblich ist.',
  forms: {
    plain: 'Für Programme: Kommas, Dezimalpunkte',
    comma: 'Für Tabellenkalkulationen: Kommas, Dezimalpunkte, Byte-Reihenfolge-Marke',
    semicolon:
      'Für deutsche Tabellenkalkulationen: Semikolons, Dezimalkommas, Byte-Reihenfolge-Marke',
  },
};
