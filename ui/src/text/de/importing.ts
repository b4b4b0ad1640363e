import { count, counted } from '../digits';
import type { TableFileKind } from '../../platform/types/TableFileKind';
import type { Text } from '../shape';
import { unitNamed } from './phrases';

/** Kinds of the files of tables. */
export const fileKinds: Record<TableFileKind, string> = {
  csv: 'CSV',
  parquet: 'Parquet',
  xlsx: 'Excel-Arbeitsmappe (xlsx)',
  xlsm: 'Excel-Arbeitsmappe (xlsm)',
  xlsb: 'Excel-Arbeitsmappe (xlsb)',
  xls: 'Excel-Arbeitsmappe (xls)',
  ods: 'OpenDocument-Arbeitsmappe (ods)',
};

export const importing: Text['importing'] = {
  title: 'Tabelle importieren',
  sub: 'In fünf Schritten. Im letzten wird die Tabelle gespeichert.',
  choose: 'wählen …',
  file: 'Die Datei',
  fileIntro:
    'CSV, Parquet oder eine Arbeitsmappe von Excel oder OpenDocument. Einen Ordner mit Parquet-Dateien können Sie auf das Fenster ziehen.',
  path: 'Datei',
  fileHint: 'Wählen Sie eine Datei aus, oder ziehen Sie eine auf das Fenster.',
  tableFiles: 'Tabellen',
  allFiles: 'Alle Dateien',
  noHeader: 'Die Datei hat keine Kopfzeile: Schon die erste Zeile sind Daten.',
  names: 'Namen der Spalten',
  namesHint: 'In der Reihenfolge der Spalten, mit Kommas: „alter, geschlecht, einkommen“.',
  needsNames: 'Eine Datei ohne Kopfzeile braucht Namen für ihre Spalten.',
  needsNamesHint: 'Geben Sie je Spalte einen Namen ein, mit Kommas dazwischen.',
  readAgain: 'Die Datei oder ihre Kopfzeile ist seit der Vorschau eine andere.',
  readAgainHint: 'Klicken Sie auf „Vorschau“, und prüfen Sie die Typen noch einmal.',
  headerDoubt: (names) =>
    `${names.length === 1 ? 'Ein Name in der Kopfzeile sieht' : 'Namen in der Kopfzeile sehen'} aus wie Daten: ${names.map((name) => `„${name}“`).join(', ')}. Sind schon in der ersten Zeile Daten, geben Sie an, dass die Kopfzeile fehlt, und zeigen Sie die Vorschau noch einmal.`,
  reading: 'Wird gelesen …',
  look: 'Vorschau',
  summary: (file, rows, columns) =>
    `${file}: ${counted(rows, 'Zeile', 'Zeilen')}, ${counted(columns, 'Spalte', 'Spalten')}`,

  instead: (file) => `Stattdessen „${file}“ importieren?`,
  insteadIntro: (file) =>
    `Ihre Angaben für „${file}“ gingen verloren. Die Datei ist noch nicht gespeichert.`,
  insteadButton: (file) => `„${file}“ importieren`,
  keepThis: 'Meine Angaben behalten',

  kind: (kind) => `Art der Datei: ${fileKinds[kind]}`,
  sheet: 'Blatt',
  sheetHint: 'Das Blatt mit der Tabelle.',

  asRead: 'Vorschau',
  sample: (shown, rows) =>
    `Die ersten ${count(shown)} von ${counted(rows, 'Zeile', 'Zeilen')}, wie in der Datei geschrieben.`,
  separator: 'Spaltentrennzeichen',
  separators: { ',': 'Komma', ';': 'Semikolon', '\t': 'Tabulator', '|': 'Senkrechter Strich' },
  separatorHint: 'Nach der Datei vorgeschlagen. Mit dem Import steht es fest.',
  quotes: 'Doppelte Anführungszeichen',
  quoteMarks: {
    double: 'Umschließen Zellen',
    none: 'Gewöhnliche Zeichen',
  },
  encoding: 'Zeichenkodierung',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16, niederes Byte zuerst',
    'utf-16be': 'UTF-16, höheres Byte zuerst',
    'utf-32le': 'UTF-32, niederes Byte zuerst',
    'utf-32be': 'UTF-32, höheres Byte zuerst',
    'windows-1252': 'Windows-1252, Westeuropa',
    'windows-1250': 'Windows-1250, Mitteleuropa',
    'iso-8859-1': 'ISO-8859-1, Westeuropa',
    'iso-8859-15': 'ISO-8859-15, Westeuropa mit €',
  },
  encodingHint: 'Wählen Sie eine andere, wenn Buchstaben falsch aussehen.',
  notAscii: (cells) => `Buchstaben in der Datei: ${cells.join(' · ')}`,
  shortRows: (n, line) =>
    `${counted(n, 'Zeile hat', 'Zeilen haben')} weniger Zellen, als es Spalten gibt, die erste in Zeile ${count(line)} der Datei. Die letzten Zellen fehlen.`,
  overLines: (n, line) =>
    `${counted(n, 'Zeile geht', 'Zeilen gehen')} über mehrere Zeilen der Datei, weil in einer Zelle in Anführungszeichen ein Zeilenende steht, die erste ab Zeile ${count(line)}. Gibt es solche Zellen in der Tabelle nicht, sind ihre Anführungszeichen falsch.`,
  decimal: 'Dezimaltrennzeichen',
  decimals: {
    comma: 'Komma, wie in 1.234,5',
    point: 'Punkt, wie in 1234.5',
  },
  decimalHint: 'Für die ganze Datei. Mit Komma ist 1.234 tausendzweihundertvierunddreißig.',
  percent: (n) =>
    `12 % als 12 lesen: ${count(n)} ${n === 1 ? 'Zelle ist eine Zahl' : 'Zellen sind Zahlen'} mit Prozentzeichen.`,
  missing: 'fehlt',
  more: 'Zahlen, Zeilen und Spalten',
  thousands: 'Tausendertrennzeichen',
  groupings: {
    none: 'Keines: 1234567',
    comma: 'Kommas: 1,234,567',
    point: 'Punkte: 1.234.567',
    space: 'Leerzeichen: 1 234 567',
    apostrophe: 'Apostrophe: 1’234’567',
    indian: 'Kommas, indisch: 12,34,567',
    any: 'Jedes dieser Trennzeichen',
  },
  signs: 'Auch als Zahlen lesen',
  signForms: {
    plus: '+5',
    dash: '−5, mit Minuszeichen oder Strich',
    trailing: '5−, mit dem Vorzeichen dahinter',
    brackets: '(5) als −5',
  },
  leadingZeros: '007 als 7',
  currency: 'Währungen neben Zahlen',
  currencyHint: 'Zeichen oder Codes, die weggelassen werden, etwa „€, EUR“.',
  noCurrency: (typed) =>
    `Keine Währung und nicht übernommen: ${typed.map((one) => `„${one}“`).join(', ')}.`,
  firstLine: 'Erste Zeile der Tabelle',
  headerRows: 'Zeilen der Kopfzeile',
  headerRowsHint: 'Die erste hat die Namen. Die anderen werden übersprungen.',
  linesBelow: 'Zeilen unter der Tabelle',
  leaveOut: 'Eine Spalte weglassen',
  ignored: (name) => `${name} wird weggelassen.`,
  takeBack: 'Wieder aufnehmen',
  trailing: 'Trennzeichen am Ende einer Zeile ignorieren.',
  nameless: (names) =>
    `Ohne Namen in der Kopfzeile: ${names.join(', ')}. Lassen Sie Spalten weg, die Sie nicht brauchen.`,
  linesAboveShown: (lines) => `Über der Tabelle: ${lines.map((line) => `„${line}“`).join(', ')}`,
  linesBelowShown: (lines) => `Unter der Tabelle: ${lines.map((line) => `„${line}“`).join(', ')}`,

  types: {
    title: 'Typen der Spalten',
    intro:
      'Die Typen sind nach der Form der meisten Zellen vorgeschlagen. Mit dem Import stehen sie fest.',
    column: 'Spalte',
    type: 'Typ',
    proposed: ' (vorgeschlagen)',
    missingAsNumber: 'Fehlende Zellen, als Zahlen',
    missingAsText: 'Fehlende Zellen, als Text',
    missingAsDate: 'Fehlende Zellen, als Datum',
    dateLike: (example) => `Datum wie ${example}`,
    notDate: (kind, line, column, text) =>
      `Die Zeile ${count(line)} ${kind === 'csv' ? 'der Datei' : 'der Tabelle'}, Spalte ${column}: „${text}“ ist kein Datum in dieser Reihenfolge.`,
    withComma: (n) =>
      `${count(n)} ${n === 1 ? 'ist eine Zahl' : 'sind Zahlen'} mit Komma und ${n === 1 ? 'wird' : 'werden'} nicht als Zahl gelesen. Wählen Sie oben das Komma als Dezimaltrennzeichen oder als Tausendertrennzeichen.`,
    withPoint: (n) =>
      `${counted(n, 'Zahl hat', 'Zahlen haben')} Punkte als Tausendertrennzeichen: 1.234 wird als 1234 gelesen.`,
    rewritten: (n) =>
      `${counted(n, 'Zelle wird', 'Zellen werden')} ohne unsichtbare Zeichen oder in einer anderen Form von Unicode verglichen`,
    notNumbers: (n) => `${counted(n, 'Zelle ist keine Zahl', 'Zellen sind keine Zahlen')}`,
    notNumber: (kind, line, column, text) =>
      `Die Zeile ${count(line)} ${kind === 'csv' ? 'der Datei' : 'der Tabelle'}, Spalte ${column}: „${text}“ ist keine Zahl.`,
    reasons: {
      'decimal-sign': 'Sie hat das andere Dezimaltrennzeichen.',
      grouping: 'Ihr Tausendertrennzeichen ist nicht gewählt.',
      plus: 'Sie hat ein Plus.',
      dash: 'Sie hat ein Minuszeichen oder einen Strich, der nicht gewählt ist.',
      'trailing-sign': 'Ihr Vorzeichen steht hinter der Zahl.',
      brackets: 'Sie steht in Klammern.',
      percent: 'Sie hat ein Prozentzeichen.',
      'leading-zeros': 'Sie hat führende Nullen wie eine Kennung.',
      currency: 'Sie hat eine Währung, die nicht genannt ist.',
      'too-many-digits': 'Sie hat mehr als 37 Stellen.',
      'no-number': 'Sie hat nicht die Form einer Zahl.',
    },
    missingMeans: (comma) =>
      comma
        ? 'Eine Zelle, die nicht zum Typ ihrer Spalte passt, fehlt. Als Zahlen sind 7 und 7,0 und 7,00 dieselbe, als Text drei Werte.'
        : 'Eine Zelle, die nicht zum Typ ihrer Spalte passt, fehlt. Als Zahlen sind 7, 7.0 und 7.00 dieselbe, als Text drei Werte.',
    settle: (n) =>
      n === 1
        ? 'Ich habe die Spalte geprüft: Ihr Typ stimmt.'
        : `Ich habe alle ${count(n)} Spalten geprüft: Ihre Typen stimmen.`,
  },
  values: {
    title: (stated) =>
      stated === 0
        ? 'Werte von Textspalten angeben'
        : `Werte von Textspalten angeben (${count(stated)} angegeben)`,
    about:
      'Ein Histogramm einer Textspalte nimmt ihre angegebenen Werte als Klassen und zählt jeden anderen Text als „other“. Sie können sie hier auch weglassen und in jedem Angebot angeben.',
    column: 'Textspalte',
    of: (column) => `Werte von ${column}`,
    hint: 'Einer je Zeile. Geben Sie jeden möglichen Wert an, nicht die Werte, die zufällig in dieser Tabelle stehen.',
    propose: 'Aus den Daten vorschlagen',
    warning:
      'Angegebene Werte sind öffentlich. Ein Wert, den nur eine Person hat, verrät, dass diese Person in den Daten ist. Streichen Sie jeden Wert, den Sie ohne diese Tabelle nicht angeben würden.',
    stated: (column, n) => `${column}: ${counted(n, 'Wert', 'Werte')}`,
  },
  whose: {
    title: 'Population',
    intro:
      'Verlust und Grenze gehören zu einer Population: den Menschen, deren Privatheit eine Grenze schützt, über alle Tabellen und Zahlen von ihnen hinweg.',
    question: 'Sind diese Menschen schon hier?',
    yes: 'Ja: Einige von ihnen gehören zu einer Population dieser Mappe',
    no: 'Nein: Sie gehören zu keiner Population dieser Mappe',
    noneYet: 'In dieser Mappe gibt es noch keine Population.',
    population: 'Population',
    nameHint: 'Leer: der Name des Datensatzes.',
  },
  units: {
    title: 'Zeilen einer Einheit',
    intro:
      'Das Rauschen verbirgt alle Zeilen einer Schutzeinheit. Bei einer falschen Angabe hier verbirgt es zu wenig.',
    question: (unit) => `Was eine Zeile mit einer Schutzeinheit zu tun hat (${unitNamed(unit)})`,
    each: () => 'Jede Zeile ist eine andere Schutzeinheit',
    eachWarning: () =>
      'Hat eine Einheit 12 Zeilen, ist ihr wirklicher Verlust das Zwölffache des angegebenen.',
    repeated: (unit, column, most) =>
      `Die Spalte „${column}“ sieht aus wie Kennungen, und eine davon steht in ${counted(most, 'Zeile', 'Zeilen')}. Nennt sie die Einheit (${unitNamed(unit)}), wählen Sie sie unten.`,
    eachDiffers: () => 'Jede Zeile ist trotzdem eine andere Schutzeinheit.',
    column: () => 'Eine Spalte nennt die Schutzeinheit, die mehrere Zeilen haben kann',
    personColumn: (unit) => `Spalte, die die Einheit nennt (${unitNamed(unit)})`,
    rowsPerPerson: () => 'Höchstzahl der zählenden Zeilen einer Einheit',
    rowsPerPersonHint:
      'Jede Frage nutzt höchstens so viele Zeilen einer Einheit, unabhängig von ihrer Reihenfolge ausgewählt. Mit dieser Zahl wächst das Rauschen. Alle Zeilen bleiben erhalten.',
    counted: (unit, used, rows, most) =>
      `Eine Frage zu allen Zeilen nutzt ${count(used)} von ${count(rows)}: höchstens ${counted(Number(most), 'Zeile', 'Zeilen')} je Einheit (${unitNamed(unit)}).`,
    found: (unit, units, most, nobody) =>
      `Die Spalte hat ${counted(units, 'Wert', 'Werte')}; jeder gilt als eine Einheit (${unitNamed(unit)}). Der häufigste steht in ${counted(most, 'Zeile', 'Zeilen')}.${nobody === 0 ? '' : ` ${counted(nobody, 'Zeile nennt', 'Zeilen nennen')} keine Einheit und ${nobody === 1 ? 'zählt' : 'zählen'} nicht.`}`,
  },
  store: {
    title: 'Importieren',
    intro:
      'Die Tabelle wird verschlüsselt in dieser Mappe gespeichert. Typen und Schutzeinheit lassen sich danach nicht mehr ändern.',
  },
  name: 'Name des Datensatzes',
  importing: 'Wird importiert …',
  importRows: (n, used) =>
    used === null || used === n
      ? `${counted(n, 'Zeile', 'Zeilen')} importieren`
      : `${counted(n, 'Zeile', 'Zeilen')} importieren; eine Frage nutzt davon ${count(used)}`,
  unanswered: {
    types: 'Prüfen Sie die Typen, und bestätigen Sie, dass sie stimmen.',
    whose: 'Wählen Sie, ob diese Menschen schon hier sind.',
    join: 'Wählen Sie die Population, zu der diese Menschen gehören.',
    unitName: 'Geben Sie einen Namen für eine Einheit an.',
    cap: 'Geben Sie die Grenze der neuen Population an: den höchsten Verlust, den sie je erreichen darf.',
    rows: 'Wählen Sie, ob jede Zeile eine andere Einheit ist oder eine Spalte die Einheit nennt.',
    eachDiffers:
      'Kennungen wiederholen sich: Wählen Sie die Spalte, die die Einheit nennt, oder bestätigen Sie, dass jede Zeile eine andere ist.',
    personColumn: 'Wählen Sie die Spalte, die die Einheit nennt.',
    rowsPerPerson:
      'Geben Sie die Höchstzahl der zählenden Zeilen einer Einheit an: eine ganze Zahl ab 1.',
  },
};
