import type { Says } from '../../en/errors';

/** Tables and their import. */
export const tables = {
  'csv-empty': ['Die Datei ist leer.', 'Eine Tabelle braucht eine Zeile mit Spaltennamen und mindestens eine Zeile darunter.'],
  'csv-header-empty': [
    'Eine Spalte hat keinen Namen.',
    'Geben Sie in der ersten Zeile jeder Spalte einen; ein Trennzeichen am Zeilenende ergibt eine weitere Spalte.',
  ],
  'csv-header-doubled': ['Zwei Spalten heißen gleich.', 'Benennen Sie eine um; fehlt eine Zeile mit Spaltennamen, importieren Sie ohne Kopfzeile.'],
  'csv-no-rows': ['Unter den Spaltennamen steht keine Zeile.', 'Vielleicht ist die Datei abgeschnitten: Holen Sie sie noch einmal.'],
  'csv-ragged': [
    'Eine Zeile hat mehr oder weniger Felder als die Kopfzeile.',
    'Setzen Sie Felder, die das Trennzeichen enthalten, in doppelte Anführungszeichen; ist es die letzte Zeile, ist die Datei vielleicht abgeschnitten.',
  ],
  'csv-too-many-columns': ['Die Tabelle hat zu viele Spalten.', 'Lassen Sie weg, was Sie nicht brauchen.'],
  'csv-unclosed-quote': [
    'Ein Anführungszeichen wird nie geschlossen.',
    'Vielleicht ist die Datei abgeschnitten; innerhalb eines Felds in Anführungszeichen wird ein solches verdoppelt.',
  ],
  'csv-unreadable': ['Die Datei lässt sich nicht in Zeilen zerlegen.', 'Exportieren Sie sie noch einmal als CSV.'],
  csv: ['Die Daten ließen sich nicht als CSV schreiben.', 'Nichts wurde geändert.'],
  'file-binary': ['Das ist keine Textdatei.', 'Exportieren Sie Tabellen aus Tabellenkalkulationen und Archiven zuerst als CSV.'],
  'file-not-utf8': ['Die Datei ist kein Text in UTF-8.', 'Speichern Sie sie noch einmal in dieser Kodierung.'],
  'file-empty': ['In der Datei steht keine Zahl.', 'Schreiben Sie eine Zahl je Zeile.'],
  'file-changed': [
    'Die Datei hat sich während des Lesens geändert.',
    'Nichts wurde gespeichert; importieren Sie sie, wenn niemand mehr hineinschreibt.',
  ],
  'file-too-large': ['Die Datei ist zu groß.', 'Teilen Sie sie, oder lassen Sie weg, was Sie nicht brauchen.'],
  'column-too-large': ['Eine Spalte ist zu groß.', 'Teilen Sie die Tabelle, oder lassen Sie die Spalte weg.'],
  'unknown-column': ['Eine Spalte dieses Namens gibt es nicht.', 'Prüfen Sie die Schreibweise.'],
  'no-person-column': ['Eine Zeilenzahl je Person braucht eine Spalte, die die Person nennt.', 'Wählen Sie eine.'],
  'no-rows-per-person': [
    'Zu einer Personenspalte gehört, wie viele Zeilen eine Person höchstens haben darf.',
    'Geben Sie es an; weitere Zeilen zählen nicht.',
  ],
  'rows-per-person': ['Diese Zeilenzahl je Person geht nicht.', 'Geben Sie eine ganze Zahl ab 1 an, etwa 5.'],
  schema: ['Die Typen passen nicht zu den Spalten der Datei.', 'Nennen Sie jede Spalte einmal, als Zahl oder als Text.'],
  'types-needed': ['Was die Spalten enthalten, ist nicht festgelegt.', 'Nichts wurde importiert; legen Sie für jede Spalte einen Typ fest.'],
  adjacency: ['Diese Nachbarschaft gibt es nicht.', 'Sie heißt `add-remove` (eine Einheit mehr oder weniger) oder `replace` (eine ersetzt).'],
  'dataset-name': ['Das ist kein Name für einen Datensatz.', 'Geben Sie einen mit 1 bis 100 Zeichen an, nicht nur einen Bindestrich.'],
  'dataset-exists': ['Einen Datensatz dieses Namens gibt es schon.', 'Geben Sie einen anderen Namen an.'],
  'no-such-dataset': ['Einen solchen Datensatz gibt es in dieser Mappe nicht.', 'Unter „Datensätze“ sehen Sie alle.'],
  'broken-table': [
    'Die gespeicherte Tabelle ist beschädigt.',
    'Importieren Sie die Datei noch einmal, oder holen Sie die Mappe aus einer Sicherung zurück.',
  ],
  'table-encoding': ['Die Tabelle ließ sich nicht speichern.', 'Nichts wurde geändert.'],
} satisfies Partial<Says>;
