import { count, counted } from '../../lib/format';
import type { Text } from '../index.svelte';

export const importing: Text['importing'] = {
  title: 'Tabelle importieren',
  sub: 'CSV; Komma, Semikolon oder Tabulator zwischen den Zellen.',
  file: 'Datei',
  fileHint: 'Geben Sie einen Pfad ein, wählen Sie eine Datei aus, oder ziehen Sie eine auf das Fenster.',
  csvFiles: 'CSV',
  allFiles: 'Alle Dateien',
  reading: 'Wird gelesen …',
  look: 'Ansehen',
  summary: (file, rows, columns) =>
    `${file}: ${counted(rows, 'Zeile', 'Zeilen')}, ${counted(columns, 'Spalte', 'Spalten')}`,
  name: 'Name des Datensatzes',
  cap: 'Grenze seines Verlusts, ε',
  capHint: 'Mehr wird auf ihn nie verkauft, über alle Angebote zusammen. Leer: keine Grenze.',
  unit: 'Was geschützt ist: eine Schutzeinheit',
  unitRow: 'Eine Zeile',
  unitPerson: 'Eine Person, die mehrere Zeilen haben kann',
  personColumn: 'Spalte, die die Person nennt',
  rowsPerPerson: 'Höchste Zeilenzahl je Person',
  rowsPerPersonHint: 'Mehr davon zählen in keiner Frage; welche zählen, bestimmt eine Regel, die keine bevorzugt.',
  adjacency: 'Was niemand über sie erkennen kann',
  addRemove: 'Ob die Einheit überhaupt in den Daten vorkommt',
  replace: 'Welche Werte die Einheit hat; die Zahl der Einheiten ist öffentlich',
  importing: 'Wird importiert …',
  importRows: (n) => `${counted(n, 'Zeile', 'Zeilen')} importieren`,
  cancel: 'Abbrechen',

  asRead: 'So wurde sie gelesen',
  separators: { tab: 'einem Tabulator', semicolon: 'einem Semikolon', comma: 'einem Komma' },
  sample: (separator, shown, rows) =>
    `Die Zellen sind mit ${separator} getrennt. Die ersten ${count(shown)} von ${counted(rows, 'Zeile', 'Zeilen')}.`,
  typeOf: (column) => `Was ${column} enthält`,
  settle: 'Was jede Spalte enthält, bestimmen Sie: Eine Zelle, die nicht zum Typ passt, fehlt.',
  likeData: (names) => `Die erste Zeile sieht wie Daten aus: ${names}. Dann hat die Datei keine Kopfzeile.`,
  noHeader: 'Die Datei hat keine Kopfzeile',
  columnNames: 'Namen der Spalten',
  columnNamesHint: 'In der Reihenfolge der Datei, durch Kommas getrennt.',
  missingCells: (n) => `${count(n)} fehlen`,
  missing: 'fehlt',
};
