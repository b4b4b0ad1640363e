import type { Says } from '../../en/errors';

/** Tables and their import. */
export const tables = {
  'repeated-ids': [
    'Eine Spalte sieht aus wie Kennungen, und eine davon steht in mehreren Zeilen.',
    'Nichts wurde importiert; wählen Sie die Spalte, die die Einheit nennt, oder bestätigen Sie, dass jede Zeile eine andere ist.',
  ],
  'file-not-utf8': [
    'Die Datei ist kein Text in UTF-8.',
    'Speichern Sie sie noch einmal als Text in dieser Kodierung.',
  ],
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
} satisfies Partial<Says>;
