import { counted } from '../digits';
import type { Text } from '../shape';

export const linking: Text['linking'] = {
  title: 'Tabelle verknüpfen',
  sub: 'Die Zeilen bleiben in Ihrer Datenbank. Sie berechnet jede Frage mit einer SQL-Anweisung. Das Rauschen kommt hier dazu.',
  button: 'Tabelle einer Datenbank verknüpfen',
  database: 'Datenbank',
  databaseIntro:
    'Poundwise verbindet sich über einen Treiber. Er läuft in einem eigenen Prozess ohne Zugriff auf diese Mappe.',
  engine: 'Datenbanksystem',
  engines: { postgresql: 'PostgreSQL', duckdb: 'DuckDB', spark: 'Spark Connect (Spark, Sail)' },
  address: 'Adresse',
  addressHint: {
    postgresql: 'Zum Beispiel postgresql://LESER:PASSWORT@RECHNER/DATENBANK.',
    duckdb: 'Die Datei wird nur zum Lesen geöffnet.',
    spark: 'Zum Beispiel sc://RECHNER:15002.',
  },
  addressKept: 'Die Adresse wird verschlüsselt in dieser Mappe gespeichert.',
  file: 'DuckDB-Datei',
  driver: 'Treiber',
  driverFound: (file) => `Installiert: ${file}. Lassen Sie das Feld leer, um ihn zu verwenden.`,
  driverKept: (file) => `Lassen Sie das Feld leer, um ${file} weiter zu verwenden.`,
  driverFiles: 'Bibliotheken',
  connect: 'Verbinden',
  connecting: 'Die Verbindung wird hergestellt…',
  connected: (database, tables) =>
    tables === null
      ? `Verbunden mit ${database}.`
      : `Verbunden mit ${database}: ${counted(tables, 'Tabelle', 'Tabellen')}.`,
  partlyConfined:
    'Der Treiber ist nur teilweise eingeschränkt. Linux ab Version 6.12 schränkt ihn ganz ein, außer wenn er sich über einen Socket dieses Rechners verbindet.',
  table: 'Tabelle',
  tableIntro: 'Eine Tabelle oder eine Sicht. Jetzt wird keine Zeile gelesen.',
  tableName: 'Schema und Tabelle',
  tableHint: 'SCHEMA.TABELLE. Ein Name mit Punkt steht in doppelten Anführungszeichen.',
  look: 'Spalten zeigen',
  columns: 'Spalten, die verwendet werden',
  column: 'Spalte',
  stored: 'Typ in der Datenbank',
  type: 'Typ hier',
  notUsable:
    'Nicht nutzbar. Wandeln Sie sie in einer Sicht in eine Dezimalzahl mit fester Stellenzahl, einen Text oder ein Datum um.',
  use: (column) => `${column} verwenden`,
  noColumns: 'Wählen Sie mindestens eine Spalte.',
  writable:
    'Dieser Datenbankbenutzer darf die Tabelle ändern. Poundwise liest nur. Verwenden Sie trotzdem eine Rolle, die nur lesen darf:',
  store: 'Die Zeilen',
  storeIntro: 'Wählen Sie, wo die Zeilen dieser Spalten sind.',
  modes: {
    link: 'Sie bleiben in der Datenbank',
    snapshot: 'Sie werden in diese Mappe kopiert',
  },
  modeHint: {
    link: 'Die Tabelle kann sich ändern. Deshalb hat jedes Angebot eigenes Rauschen, und zwei Angebote derselben Frage addieren ihre Verluste. Ein Prüfer kann alle Verkäufe prüfen. Er kann die Zahlen aber nicht aus der Tabelle neu berechnen.',
    snapshot:
      'Die Zeilen werden einmal gelesen und verschlüsselt gespeichert, wie die einer Datei. Die Kopie ändert sich nicht. Dieselbe Frage behält ihr Rauschen, und die Datenbank wird nicht mehr gebraucht.',
  },
  confirm: { link: 'Tabelle verknüpfen', snapshot: 'Tabelle kopieren' },
  linking: { link: 'Die Tabelle wird verknüpft…', snapshot: 'Die Tabelle wird kopiert…' },
  relink: {
    button: 'Adresse ändern',
    title: 'Adresse der Datenbank',
    intro:
      'Geben Sie die ganze Adresse noch einmal an, zum Beispiel mit neuem Passwort oder Rechner. Die Tabelle wird dort gesucht. Angebote und Verluste bleiben unverändert.',
    confirm: 'Adresse ändern',
    changing: 'Die Adresse wird geändert…',
  },
  facts: {
    database: 'Datenbank',
    table: 'Tabelle',
    driver: 'Treiber',
    linkedAt: 'verknüpft',
    rows: 'in einer Datenbank',
  },
  statement: 'Anweisung, die die Datenbank ausführt',
  statementHint:
    'Mehr wird nicht gesendet. Die Antwort enthält Summen und Anzahlen, aber keine Zeilen.',
  listedBefore: (titles) =>
    `Dieselbe Frage ist schon angeboten: ${titles.map((title) => `„${title}“`).join(', ')}. Dieses Angebot hat neues Rauschen. Sein Verlust kommt hinzu.`,
  ofLinked:
    'Eine Datenbank hat diese Zahlen aus einer verknüpften Tabelle berechnet. Ein weiteres Angebot dieser Frage addiert seinen Verlust. Die Zahlen lassen sich nicht aus der Tabelle neu berechnen.',
  showStatement: 'Anweisung zeigen',
};
