import type { EdgeFault } from '../../../platform/types/EdgeFault';
import type { ForeignFile } from '../../../platform/types/ForeignFile';
import type { FormPart } from '../../../platform/types/FormPart';
import type { LineFault } from '../../../platform/types/LineFault';
import type { MissingAsMidNeeds } from '../../../platform/types/MissingAsMidNeeds';
import type { QueryFault } from '../../../platform/types/QueryFault';
import type { StatedNumber } from '../../../platform/types/StatedNumber';
import { count, counted, group } from '../../digits';
import type { Sentences } from '../../en/errors';
import { fileKinds } from '../importing';

/** Names one after the other, the last after "und". */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} und ${last}`;
}

/** A limit of bytes, as the host states it: `64 MiB`, `4 GiB`. */
export function mebibytes(most: number): string {
  const mebi = most / 2 ** 20;
  return mebi < 1024 ? `${count(mebi)} MiB` : `${count(mebi / 1024)} GiB`;
}

const A_LINE =
  'Schreiben Sie eine Zahl je Zeile, mit einem Punkt vor den Dezimalstellen und ohne Trennzeichen zwischen den Tausendern.';
const ROUND =
  'Runden Sie vorher selbst, oder wählen Sie eine andere Schrittweite: Hier gerundet änderte sich eine Zahl vielleicht um mehr als den geschützten Abstand.';
const SEVERAL = 'Verkaufen Sie sie in mehreren Angeboten.';

const BEYOND: Record<StatedNumber, string> = {
  bounds: 'Eine der Schranken liegt jenseits von 10^18.',
  step: 'Die Schrittweite liegt jenseits von 10^18.',
  distance: 'Der zu schützende Abstand liegt jenseits von 10^18.',
};

const NEEDS: Record<MissingAsMidNeeds, string> = {
  'public-rows': 'Die Zeilenzahl ist nicht öffentlich.',
  replacement: 'Einheiten kommen hinzu oder fallen weg, statt dass eine andere sie ersetzt.',
  'rows-as-units': 'Nicht jede Zeile ist eine Einheit für sich.',
  'no-filter': 'Die Frage hat eine Bedingung.',
};

/** Formats of files that are not read. */
const FORMATS: Record<ForeignFile, string> = {
  spss: 'eine Datei von SPSS',
  'spss-portable': 'eine portable Datei von SPSS',
  stata: 'eine Datei von Stata',
  sas: 'eine Datei von SAS',
  'sas-transport': 'eine Transportdatei von SAS',
  r: 'eine Datei von R',
  arrow: 'eine Datei von Feather oder Arrow',
  orc: 'eine ORC-Datei',
  avro: 'eine Avro-Datei',
  hdf5: 'eine Datei von HDF5 oder NetCDF 4',
  'net-cdf': 'eine NetCDF-Datei',
  'encrypted-parquet': 'eine verschlüsselte Parquet-Datei',
  sqlite: 'eine Datenbank von SQLite',
  'duck-db': 'eine Datenbank von DuckDB',
  access: 'eine Datenbank von Access',
  dbase: 'eine dBase-Datei',
  matlab: 'eine Datei von MATLAB',
  'num-py': 'eine Datei von NumPy',
  pickle: 'eine Pickle-Datei von Python',
  'old-excel': 'eine Excel-Arbeitsmappe von vor 1997',
  'office-with-password': 'eine Office-Datei mit Kennwort',
  word: 'ein Word-Dokument',
  'power-point': 'eine PowerPoint-Präsentation',
  'open-document': 'eine OpenDocument-Datei ohne Blätter',
  numbers: 'ein Dokument von Numbers, Pages oder Keynote',
  'other-office': 'eine Office-Datei ohne Arbeitsmappe',
  pdf: 'ein PDF-Dokument',
  rtf: 'ein RTF-Dokument',
  html: 'eine Webseite (HTML)',
  xml: 'eine XML-Datei',
  json: 'eine JSON-Datei',
  zip: 'ein ZIP-Archiv',
  gzip: 'ein gzip-Archiv',
  bzip2: 'ein bzip2-Archiv',
  xz: 'ein xz-Archiv',
  zstd: 'ein zstd-Archiv',
  'seven-zip': 'ein 7z-Archiv',
  rar: 'ein RAR-Archiv',
  tar: 'ein tar-Archiv',
  png: 'ein PNG-Bild',
  jpeg: 'ein JPEG-Bild',
  gif: 'ein GIF-Bild',
  tiff: 'ein TIFF-Bild',
};

const ARCHIVES: ReadonlySet<ForeignFile> = new Set<ForeignFile>([
  ...(['zip', 'gzip', 'bzip2', 'xz', 'zstd', 'seven-zip', 'rar', 'tar'] as const),
]);

/** Parts of a form, after "keine Angabe". */
const PARTS: Record<FormPart, string> = {
  columns: 'der Spaltennamen',
  separator: 'des Trennzeichens',
  decimal: 'eines Dezimalkommas',
  quotes: 'der Anführungszeichen',
  'first-line': 'der Zeile, in der die Tabelle beginnt',
  'header-rows': 'der Kopfzeilen',
  'lines-below': 'der Zeilen unter der Tabelle',
  'trailing-separators': 'von Trennzeichen am Zeilenende',
  encoding: 'der Zeichenkodierung',
  sheet: 'des Blatts',
};

function ofLine(line: number, fault: LineFault): Sentences {
  switch (fault.is) {
    case 'empty':
      return [`Zeile ${count(line)} ist leer.`, A_LINE];
    case 'no-number':
      return [`In Zeile ${count(line)} steht keine Zahl, sondern „${fault.text}“.`, A_LINE];
    case 'off-step':
      return [`Die Zahl in Zeile ${count(line)} ist kein Vielfaches der Schrittweite.`, ROUND];
  }
}

function ofEdges(fault: EdgeFault): Sentences {
  const rising = 'Geben Sie steigende Zahlen an, etwa 0, 18 und 65.';
  switch (fault.is) {
    case 'no-number':
      return [`Die Klassengrenze „${fault.text}“ ist keine Zahl.`, rising];
    case 'too-long':
      return [`Die Klassengrenze ${group(fault.edge)} hat mehr als 37 Stellen.`, rising];
    case 'not-rising':
      return [
        `Die Klassengrenzen steigen nicht: Auf ${group(fault.before)} folgt ${group(fault.edge)}.`,
        'Geben Sie jede einmal an, von der kleinsten bis zur größten.',
      ];
    case 'too-few':
      return [
        'Eine Klassengrenze allein begrenzt keine Klasse.',
        'Geben Sie mindestens zwei an, etwa 0 und 18.',
      ];
    case 'no-width':
      return ['Die Breite der Klassen liegt nicht über 0.', 'Geben Sie eine an, etwa 10.'];
    case 'ends-not-rising':
      return [
        'Die untere Grenze liegt nicht unter der oberen.',
        'Geben Sie die kleinere Zahl zuerst an.',
      ];
  }
}

function ofTooMany({ of, most, found }: Extract<QueryFault, { is: 'too-many' }>): Sentences {
  const limit = count(most);
  const all = found === null ? '' : count(found);
  switch (of) {
    case 'values':
      return [`Das Merkmal hat ${all} Werte; höchstens ${limit} sind möglich.`, SEVERAL];
    case 'cells':
      return [
        `Die Kreuztabelle hat ${all} Zellen; höchstens ${limit} sind möglich.`,
        'Jede Kombination von Klassen ist eine: Geben Sie weniger oder breitere Klassen an, oder lassen Sie eine Spalte weg.',
      ];
    case 'numbers':
      return [`In der Datei stehen mehr als ${limit} Zahlen.`, SEVERAL];
    case 'bins':
      return [`Das sind mehr als ${limit} Klassen.`, 'Geben Sie weniger oder breitere Klassen an.'];
    case 'different':
      return [
        `In der Spalte stehen mehr als ${limit} verschiedene Werte.`,
        'Geben Sie die Werte von Hand an, oder lassen Sie sie weg.',
      ];
  }
}

/** Faults of questions, of files of data and of numbers in them. */
export function ofQuery(fault: QueryFault): Sentences {
  switch (fault.is) {
    case 'line':
      return ofLine(fault.line, fault.fault);
    case 'bounds-not-rising':
      return [
        `Die untere Schranke, ${group(fault.low)}, liegt nicht unter der oberen, ${group(fault.high)}.`,
        'Geben Sie die kleinere Zahl zuerst an.',
      ];
    case 'bounds-off-step':
      return [
        'Die Schranken sind nicht beide Vielfache der Schrittweite.',
        'Eigene Zahlen werden nie gerundet: Wählen Sie Schranken, die es sind.',
      ];
    case 'number-off-step':
      return ['Die Zahl ist kein Vielfaches der Schrittweite.', ROUND];
    case 'beyond':
      return [BEYOND[fault.of], 'Wählen Sie eine größere Einheit.'];
    case 'too-many':
      return ofTooMany(fault);
    case 'too-many-bytes':
      return [
        `Die Datei ist größer als ${mebibytes(fault.most)}.`,
        fault.numbers === null
          ? 'Teilen Sie sie, oder lassen Sie Spalten weg, die Sie nicht brauchen.'
          : `Ein Vektor hat höchstens ${count(fault.numbers)} Zahlen.`,
      ];
    case 'edges':
      return ofEdges(fault.fault);
    case 'missing-as-mid':
      return [
        `Eine fehlende Zelle kann hier nicht als Mitte der Schranken zählen: ${NEEDS[fault.needs]}`,
        'Das geht nur beim Mittelwert aller Zeilen, deren Zahl öffentlich ist: wo jede Zeile eine Einheit ist, die eine andere ersetzt.',
      ];
    case 'no-column': {
      const { column, columns, more } = fault;
      const all = more === 0 ? columns : [...columns, `${count(more)} weitere`];
      return [
        columns.length === 0
          ? `Eine Spalte „${column}“ gibt es nicht.`
          : `Eine Spalte „${column}“ gibt es nicht. Es gibt ${listed(all)}.`,
        'Prüfen Sie die Schreibweise.',
      ];
    }
    case 'byte': {
      const where = `Byte ${count(fault.place)} in Zeile ${count(fault.line)}`;
      return fault.byte === 0
        ? [
            `Das ist keine Textdatei: ${where} ist ein Nullbyte.`,
            'Ist sie kein Text, exportieren Sie sie als CSV oder Parquet.',
          ]
        : [
            `Die Datei ist kein Text in UTF-8: Mit ${where}, 0x${fault.byte.toString(16).padStart(2, '0')}, beginnt kein Zeichen.`,
            'Speichern Sie sie noch einmal in dieser Kodierung.',
          ];
    }
    case 'place':
      return [
        `In Zeile ${count(fault.line)} der Datei, Zeichen ${count(fault.character)}, steht ein Anführungszeichen falsch.`,
        'Innerhalb eines Felds in Anführungszeichen wird ein solches verdoppelt; sind sie in dieser Datei Zeichen wie alle anderen, geben Sie das an.',
      ];
    case 'byte-order-mark':
      return [
        `Die Datei beginnt mit der Byte-Reihenfolge-Marke von ${fault.of.toUpperCase()}.`,
        'Geben Sie diese Zeichenkodierung an, oder speichern Sie die Datei noch einmal in UTF-8.',
      ];
    case 'format':
      return [
        `Die Datei ist ${FORMATS[fault.format]}. Das liest Poundwise nicht.`,
        ARCHIVES.has(fault.format)
          ? 'Entpacken Sie sie, und importieren Sie die Datei darin.'
          : fault.format === 'office-with-password'
            ? 'Speichern Sie sie ohne Kennwort.'
            : 'Speichern Sie die Tabelle als CSV oder Parquet.',
      ];
    case 'form-part':
      return [
        `Zu einer Datei dieser Art (${fileKinds[fault.kind]}) gehört keine Angabe ${PARTS[fault.part]}.`,
        'Lassen Sie diese Angabe weg.',
      ];
    case 'sheet':
      return [
        fault.stated === null
          ? `Die Arbeitsmappe hat ${counted(fault.sheets.length, 'Blatt', 'Blätter')}, und keines ist gewählt.`
          : `Ein Blatt „${fault.stated}“ gibt es nicht.`,
        `Wählen Sie eines: ${listed(fault.sheets)}.`,
      ];
    case 'column-not-plain':
      return [
        `Die Spalte „${fault.column}“ enthält keine einzelnen Werte.`,
        'Lassen Sie sie weg, oder schreiben Sie sie als Spalte aus Zahlen oder Texten.',
      ];
    case 'undecodable':
      return [
        `Die Datei ist kein Text in ${fault.encoding.toUpperCase()}: In Zeile ${count(fault.line)}, nach ${count(fault.character - 1)} Zeichen, stehen Bytes, die darin kein Zeichen sind.`,
        'Geben Sie eine andere Zeichenkodierung an, oder speichern Sie die Datei noch einmal in UTF-8.',
      ];
  }
}
