import { count, counted } from '../digits';
import type { Text } from '../shape';
import { fileKinds } from './importing';

export const datasets: Text['datasets'] = {
  title: 'Datensätze',
  sub: 'Tabellen, die diese Mappe nie verlassen. Verkauft werden nur verrauschte Antworten über sie.',
  sellOwn: 'Eigene Zahlen verkaufen',
  importTable: 'Tabelle importieren',
  none: 'Noch kein Datensatz.',
  noneHint:
    'Importieren Sie eine Datei (CSV, Parquet, Excel): Sie prüfen ihre Spalten und deren Typen, bevor sie gespeichert wird.',
  dataset: 'Datensatz',
  rows: 'Zeilen',
  privacyUnit: 'Eine Schutzeinheit',
  populationAndLoss: 'Population und ihr Verlust',
  listings: 'Angebote',
  imported: 'Importiert',
  columnCount: (n) => counted(n, 'Spalte', 'Spalten'),
  stateHead: 'Zustand',
  states: { held: 'vorhanden', sealed: 'versiegelt', removed: 'entfernt' },

  listAttribute: 'Merkmal anbieten',
  noSuch: 'In dieser Mappe gibt es keinen Datensatz dieses Namens.',
  protected: 'Geschützt',
  unit: 'eine Schutzeinheit',
  neighbours: 'Nachbarn',
  replaced: 'eine Einheit ersetzt',
  addedOrRemoved: 'eine Einheit hinzugefügt oder entfernt',
  personColumn: 'Spalte, die die Einheit nennt',
  mostRows: 'Höchstzahl der zählenden Zeilen einer Einheit',
  rowsWithoutPerson: 'Zeilen ohne Einheit, die in keiner Antwort zählen',
  shortRows: 'Zeilen, deren letzte Zellen fehlen',
  readWith: 'gelesen mit',
  form: (kind, separator, comma, unquoted, form) => {
    const { first_line, header_rows, lines_below, currency, ignored, encoding, sheet } = form;
    return [
      fileKinds[kind],
      ...(kind === 'csv'
        ? [`${separator} zwischen den Zellen`, comma ? 'Dezimalkomma' : 'Dezimalpunkt']
        : []),
      ...(sheet ? [`Blatt „${sheet}“`] : []),
      ...(unquoted ? ['ohne Anführungszeichen'] : []),
      ...(encoding && encoding !== 'utf-8' ? [encoding.toUpperCase()] : []),
      ...(currency && currency.length > 0 ? [`ohne ${currency.join(' ')}`] : []),
      ...((first_line ?? 1) > 1 ? [`ab Zeile ${count(first_line ?? 1)}`] : []),
      ...((header_rows ?? 1) > 1 ? [`${count(header_rows ?? 1)} Kopfzeilen`] : []),
      ...((lines_below ?? 0) > 0
        ? [`ohne ${counted(lines_below ?? 0, 'Zeile', 'Zeilen')} am Ende`]
        : []),
      ...(ignored.length > 0 ? [`ohne ${ignored.join(', ')}`] : []),
    ].join(', ');
  },
  rowCount: 'Zeilen',
  countsAreYours: 'Diese Zahlen sind nur für Sie. Kein Dokument enthält sie.',
  importedAt: 'importiert',
  population: 'Population',
  listingsOnIt: 'Angebote dazu',
  noListings: 'Noch keine.',
  columns: 'Spalten',
  column: 'Spalte',
  type: 'Typ',
  empty: 'Leere Zellen',
  notConforming: 'Zellen, die nicht zum Typ passen',
  rowsLost: 'Zeilen, die einer Frage danach fehlen',
  decimals: (n) => counted(n, 'Nachkommastelle', 'Nachkommastellen'),
  statedValues: (n) => counted(n, 'angegebener Wert', 'angegebene Werte'),
  types: { number: 'Zahl', text: 'Text', date: 'Datum' },
  ended: {
    held: (when) => when,
    sealed: (when) =>
      `Versiegelt am ${when}: Tabelle, Zählungen und Geheimnisse sind gelöscht. Offene Angebote werden weiter verkauft. Die Verluste bleiben in der Population.`,
    removed: (when) =>
      `Entfernt am ${when}: Tabelle und Geheimnisse sind gelöscht. Die Verluste bleiben in der Population.`,
  },

  remove: {
    button: 'Entfernen …',
    title: (name) => `Den Datensatz „${name}“ entfernen?`,
    intro:
      'Die Tabelle, ihr Geheimnis und die Geheimnisse ihrer Fragen werden aus dieser Mappe gelöscht. Die Verkäufe bleiben im Verlust der Population, und die Tabelle wird wiedererkannt, wenn sie noch einmal importiert wird. Ein Datensatz mit einem offenen Angebot lässt sich nicht entfernen. Das Entfernen lässt sich nicht rückgängig machen. Frühere Sicherungen enthalten die Daten noch.',
    action: 'Löschen und entfernen',
    keep: 'Behalten',
  },

  seal: {
    button: 'Versiegeln …',
    title: (name) => `Den Datensatz „${name}“ versiegeln`,
    intro:
      'Versiegeln löscht die Daten und die obersten Startwerte, so dass ein Angreifer, der diese Mappe kopiert, nicht mehr erfährt als die Antworten, die noch angeboten werden. Es lässt sich nicht rückgängig machen.',
    kept: 'Aufbewahrt',
    keptNone: 'Es gibt kein offenes Angebot dazu.',
    keptOne: (title, level) =>
      `${title}: die Antwort bei ${level}, aus der jede niedrigere Stufe weiter verkauft wird`,
    erased: 'Gelöscht',
    erasedTable:
      'die Tabelle, ihre Zählungen, ihr Geheimnis und die Hashwerte, an denen sie erkannt würde',
    erasedOne: (title, level) => `${title}, zurückgezogen; verkauft bis ${level}`,
    attacker: 'Ein Angreifer, der diese Mappe kopiert, hat danach',
    attackerHas: (population, level, cap) =>
      `${level} von der Population „${population}“, deren Grenze ${cap} ist: die aufbewahrten Antworten und alle anderen Verkäufe.`,
    others: (names) =>
      `Die Tabellen von ${names.join(', ')} gehören zur selben Population und bleiben in dieser Mappe: Ein Angreifer, der sie kopiert, hätte ihre genauen Daten.`,
    over: (level, cap) =>
      `**${level} liegt über der Grenze von ${cap}.** Ziehen Sie vorher Angebote zurück: Eine zurückgezogene Frage wird ganz gelöscht. Oder nehmen Sie es hin:`,
    accept:
      'Ich nehme hin, dass ein Angreifer, der diese Mappe kopiert, mehr als die Grenze erfahren könnte.',
    after:
      'Danach lassen sich keine Öffnungen mehr gewähren und keine Obergrenzen mehr anheben. Dieselbe Tabelle wird nicht wiedererkannt, wenn sie noch einmal importiert wird.',
    backups: 'Frühere Sicherungen enthalten die Daten noch.',
    sure: (name) => `Die Daten von „${name}“ endgültig löschen.`,
    action: 'Löschen und versiegeln',
  },
};
