import type { Says } from '../../en/errors';

/** Tables and their import. */
export const tables = {
  'csv-empty': [
    'Die Datei ist leer.',
    'Eine Tabelle braucht eine Zeile mit Spaltennamen und mindestens eine Zeile darunter.',
  ],
  'csv-header-doubled': [
    'Zwei Spalten heißen gleich.',
    'Benennen Sie eine um; hat die Datei keine Kopfzeile, geben Sie das an, und nennen Sie die Spalten.',
  ],
  'csv-no-rows': [
    'Unter den Spaltennamen steht keine Zeile.',
    'Vielleicht ist die Datei abgeschnitten: Holen Sie sie noch einmal.',
  ],
  'csv-ragged': [
    'Eine Zeile hat mehr Felder, als es Spalten gibt.',
    'Setzen Sie Felder, die das Trennzeichen enthalten, in doppelte Anführungszeichen, oder wählen Sie ein anderes Trennzeichen.',
  ],
  'csv-too-many-columns': [
    'Die Tabelle hat zu viele Spalten.',
    'Lassen Sie weg, was Sie nicht brauchen.',
  ],
  'csv-unclosed-quote': [
    'Ein Anführungszeichen wird nie geschlossen.',
    'Vielleicht ist die Datei abgeschnitten; innerhalb eines Felds in Anführungszeichen wird ein solches verdoppelt.',
  ],
  'csv-stray-quote': [
    'Ein Anführungszeichen steht, wo keines stehen kann.',
    'Innerhalb eines Felds in Anführungszeichen wird ein solches verdoppelt; sind sie in dieser Datei Zeichen wie alle anderen, geben Sie das an.',
  ],
  'csv-cell-too-large': [
    'Eine Zelle ist zu groß.',
    'Lassen Sie Spalten weg, die Sie nicht brauchen.',
  ],
  'no-plain-file': [
    'Das ist keine gewöhnliche Datei.',
    'Speichern Sie den Inhalt zuerst als Datei.',
  ],
  'repeated-ids': [
    'Eine Spalte sieht aus wie Kennungen, und eine davon steht in mehreren Zeilen.',
    'Nichts wurde importiert; wählen Sie die Spalte, die die Einheit nennt, oder bestätigen Sie, dass jede Zeile eine andere ist.',
  ],
  'file-binary': [
    'Das ist keine Textdatei.',
    'Ist sie kein Text, exportieren Sie sie als CSV oder Parquet.',
  ],
  'file-not-utf8': [
    'Die Datei ist kein Text in UTF-8.',
    'Speichern Sie sie noch einmal als Text in dieser Kodierung.',
  ],
  'file-encoding': [
    'Die Datei ist kein Text in der angegebenen Zeichenkodierung.',
    'Geben Sie eine andere an, oder speichern Sie die Datei noch einmal in UTF-8.',
  ],
  'file-empty': [
    'In der Datei steht keine Zahl.',
    'Schreiben Sie eine Zahl je Zeile, mit einem Punkt vor den Dezimalstellen und ohne Trennzeichen zwischen den Tausendern.',
  ],
  'file-format': [
    'Diese Art von Datei liest Poundwise nicht.',
    'Speichern Sie die Tabelle als CSV oder Parquet; ein Archiv entpacken Sie zuerst.',
  ],
  'file-damaged': [
    'Die Datei ist beschädigt oder abgeschnitten.',
    'Holen Sie sie noch einmal, oder exportieren Sie die Tabelle als CSV.',
  ],
  'files-differ': [
    'Die Dateien des Ordners haben nicht dieselben Spalten.',
    'Schreiben Sie alle mit denselben Spalten.',
  ],
  partitions: [
    'Der Ordner hat Unterordner, wie eine Tabelle in Partitionen.',
    'Schreiben Sie die Tabelle als eine Parquet-Datei oder als einen Ordner von Parquet-Dateien mit allen Spalten.',
  ],
  'form-part': [
    'Eine Angabe passt nicht zu dieser Art von Datei.',
    'Lassen Sie sie weg: Eine Parquet-Datei und eine Arbeitsmappe haben weder Trennzeichen noch Anführungszeichen, Zeichenkodierung oder Dezimalkomma.',
  ],
  sheet: ['Das Blatt ist nicht gewählt.', 'Wählen Sie das Blatt mit der Tabelle.'],
  'column-not-plain': [
    'Eine Spalte enthält keine einzelnen Werte.',
    'Lassen Sie sie weg, oder schreiben Sie sie als Spalte aus Zahlen oder Texten.',
  ],
  'file-changed': [
    'Die Datei hat sich während des Lesens geändert.',
    'Nichts wurde gespeichert; importieren Sie sie, wenn niemand mehr hineinschreibt.',
  ],
  'file-too-large': [
    'Die Datei ist zu groß.',
    'Teilen Sie sie, oder lassen Sie weg, was Sie nicht brauchen.',
  ],
  'column-too-large': [
    'Eine Spalte ist zu groß.',
    'Teilen Sie die Tabelle, oder lassen Sie die Spalte weg.',
  ],
  'unknown-column': ['Eine Spalte dieses Namens gibt es nicht.', 'Prüfen Sie die Schreibweise.'],
  'no-person-column': [
    'Eine Zeilenzahl je Einheit braucht eine Spalte, die die Einheit nennt.',
    'Wählen Sie eine.',
  ],
  'no-rows-per-person': [
    'Zu einer Spalte, die die Einheit nennt, gehört die Höchstzahl der zählenden Zeilen einer Einheit.',
    'Geben Sie sie an; welche Zeilen zählen, wird in jeder Frage ausgelost.',
  ],
  'rows-per-person': [
    'Diese Zeilenzahl je Einheit geht nicht.',
    'Geben Sie eine ganze Zahl ab 1 an, etwa 5.',
  ],
  schema: [
    'Die Typen der Spalten sind nicht zu verstehen, oder es sind nicht die dieser Spalten.',
    'Jede Spalte der Datei hat einen Typ: Zahl, Text oder Datum.',
  ],
  'undeclared-day': [
    'Die Reihenfolge von Tag, Monat und Jahr ist für eine Spalte nicht festgelegt.',
    'Wählen Sie beim Typ der Spalte, wie ein Datum darin geschrieben ist.',
  ],
  'types-needed': [
    'Die Typen der Spalten sind noch nicht festgelegt.',
    'Nichts wurde importiert; sehen Sie sie an, und bestätigen Sie sie.',
  ],
  'decimal-sign': [
    'In einer Zahl steht ein Komma, und es ist nicht gesagt, welches Zeichen vor den Dezimalstellen steht.',
    'Nichts wurde importiert; wählen Sie Komma oder Punkt.',
  ],
  adjacency: [
    'Diese Nachbarschaft gibt es nicht.',
    'Sie heißt `add-remove` (eine Einheit mehr oder weniger) oder `replace` (eine ersetzt).',
  ],
  'population-name': [
    'Ein Bindestrich allein ist kein Name für eine Population.',
    'Geben Sie einen mit 1 bis 100 sichtbaren Zeichen in einer Zeile an.',
  ],
  'unit-name': [
    'Ein Bindestrich allein ist kein Name für eine Schutzeinheit.',
    'Geben Sie einen mit 1 bis 100 sichtbaren Zeichen in einer Zeile an, etwa Haushalt.',
  ],
  'population-exists': [
    'Eine Population dieses Namens gibt es schon.',
    'Sind es dieselben Menschen, treten Sie ihr bei; sind es andere, geben Sie einen anderen Namen an.',
  ],
  'no-such-population': [
    'Eine solche Population gibt es in dieser Mappe nicht.',
    'Unter „Populationen“ sehen Sie alle.',
  ],
  'no-population': [
    'Die Population und ihre Grenze fehlen.',
    'Wählen Sie eine Population, oder legen Sie eine mit einer Grenze an.',
  ],
  'population-mismatch': [
    'Das passt nicht zu dieser Population: Einheit, Nachbarschaft oder Grenze sind schon ihre eigenen.',
    'Nichts wurde geändert; wählen Sie eine, die passt, oder legen Sie eine neue an.',
  ],
  'no-cap': [
    'Eine neue Population braucht eine Grenze.',
    'Geben Sie an, wie viel ihr Verlust je werden darf, über alles, was verkauft wird.',
  ],
  promise: [
    'Dafür gibt es keine Zusage.',
    'Schreiben Sie ε und ρ als Zahlen ab 0, δ etwa als 1e-6, und eine Gruppe ab einer Person.',
  ],
  'cap-unchanged': ['Die Grenze ist schon so.', 'Nichts wurde geändert.'],
  'known-table': [
    'Diese Tabelle war schon einmal hier und gehört zu einer anderen Population.',
    'Nichts wurde importiert; importieren Sie sie in dieselbe Population.',
  ],
  'new-people': [
    'Vielleicht gehören diese Menschen schon zu einer Population dieser Mappe.',
    'Nichts wurde angelegt; wählen Sie diese Population, oder geben Sie an, dass es andere Menschen sind.',
  ],
  'dataset-gone': [
    'Die Tabelle dieses Datensatzes ist nicht mehr in dieser Mappe.',
    'Er lässt sich nichts mehr fragen; seine Verluste bleiben in seiner Population.',
  ],
  'listing-open': [
    'Ein Angebot ist noch offen.',
    'Nichts wurde geändert; ziehen Sie es zuerst zurück.',
  ],
  'dataset-name': [
    'Ein Bindestrich allein ist kein Name für einen Datensatz: Er steht für eigene Zahlen.',
    'Geben Sie einen mit 1 bis 100 sichtbaren Zeichen an.',
  ],
  'dataset-exists': [
    'Einen Datensatz dieses Namens gibt es schon.',
    'Geben Sie einen anderen Namen an.',
  ],
  'no-such-dataset': [
    'Einen solchen Datensatz gibt es in dieser Mappe nicht.',
    'Unter „Datensätze“ sehen Sie alle und können einen importieren.',
  ],
  'broken-table': [
    'Die gespeicherte Tabelle ist beschädigt.',
    'Importieren Sie die Datei noch einmal, oder holen Sie die Mappe aus einer Sicherung zurück.',
  ],
  'table-encoding': ['Die Tabelle ließ sich nicht speichern.', 'Nichts wurde geändert.'],
} satisfies Partial<Says>;
