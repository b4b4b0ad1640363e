import { count, counted } from '../digits';
import type { Text } from '../shape';

export const holdings: Text['holdings'] = {
  title: 'Bestand',
  bought: (n) => `${counted(n, 'Antwort', 'Antworten')} gekauft und nachgeprüft`,
  none: 'Sie haben noch keinen Bestand.',
  orderOn: 'Bestellen Sie eine Antwort auf dem',
  market: 'Markt',
  thenCollect: '. Sobald der Verkäufer die Bestellung genehmigt hat, holen Sie die Antwort unter',
  orders: 'Bestellungen',
  thenCollectEnd: ' ab.',
  numbers: (n) => counted(n, 'Zahl', 'Zahlen'),

  noSuch: 'Kein solcher Bestand',
  sub: (query, seller, level, settled) => `${query} · von ${seller} · ${level}: ${settled}`,
  paid: (price) => `${price} bezahlt`,
  onCredit: (price) => `auf Rechnung, ${price} offen, falls noch nicht bezahlt`,
  freeOfCharge: 'kostenlos',
  freeInstead: (price) => `kostenlos (Listenpreis ${price})`,
  full: 'höchste verkaufte Stufe',
  topUp: 'Aufstocken',

  now: {
    title: (level) => `Jetzt, bei ${level}`,
    verified: 'Quittung nachgeprüft',
    estimate: (unit) => (unit === '' ? 'Schätzung' : `Schätzung, ${unit}`),
    firstOf: (shown, all) =>
      `Tabelle und Auswahl haben die ersten ${count(shown)} von ${count(all)}; der Export hat alle.`,
    cells: (rows, columns) => `Zeilen nach ${rows} und ${columns}`,
    group: (column, label) => `${column}: ${label}`,
    each: (width) => `Jede Zahl ${width}`,
    part: (axes) => `Die Tabelle hat die ersten ${axes}. Alle anderen Zellen stehen im Export.`,
    partOf: (shown, all, column) => `${count(shown)} von ${count(all)} Klassen von ${column}`,
    partAnd: ' und die ersten ',
    noise: 'Die Verteilung des Rauschens ist öffentlich. Das Rauschen selbst ist geheim.',
    follow: 'Verlauf zeigen von',
  },

  path: {
    title: (label) => (label === null ? 'Der Weg hierher' : `Der Weg von „${label}“ hierher`),
    answer: (unit) => (unit === '' ? 'Antwort' : `Antwort, ${unit}`),
  },

  quote: {
    title: 'Zitieren',
    answer: 'Die Antwort als Text',
    answerWhat: 'die Antwort als Text',
    citation: 'Quellenangabe',
    citationWhat: 'die Quellenangabe',
    heading: (title, level) => `${title}, bei ${level}, mit Rauschintervallen (95 %):`,
    line: (label, estimate, interval) => `${label}: ${estimate} (${interval})`,
    none: (label, why) => `${label}: ${why}`,
    more: (n) => `und ${count(n)} weitere`,
    cite: (one) =>
      `${one.owner}: „${one.title}“ (${one.query}), ${one.level}, ${one.date}. Angebot ${one.listing}, Quittung ${one.receipt}, Schlüssel des Eigentümers ${one.key}. Poundwise ${one.version}.`,
  },

  counts:
    'Bezahlt, auf Rechnung und kostenlos zählen Quittungen. Eine Quittung auf Rechnung zählt auch dann so, wenn Sie sie bezahlt haben.',

  receipts: {
    title: 'Quittungen',
    bought: 'Gekauft',
    step: 'ε von → bis',
    settled: 'Beglichen',
    width: '± 95\u00a0%',
    changed: 'Geänderte Zahlen',
    receipt: 'Quittung',
    first: 'die erste Antwort',
    changedOf: (changed, all) => `${count(changed)} von ${count(all)}`,
    number: (number) => `Nr. ${number}`,
    logged: 'im Protokoll',
  },

  exports: {
    numbers: 'Die Zahlen anderswo verwenden',
    numbersFile: 'Datei der Zahlen',
    export: 'Exportieren',
    format: 'Dateiformat',
    csv: 'CSV, für Tabellenkalkulationen',
    json: 'JSON, für Programme',
    parquet: 'Parquet, für Data Frames',
    rowEach:
      'Eine Zeile je Schätzung: Bezeichnung, Schätzung, beide Enden des Rauschintervalls (95 %), Einheit, ε, ρ, Eigentümer, Angebot, Quittung, Datum.',
    lattice: 'Auch das rohe Rauschgitter',
    latticeWhy:
      'Die freigegebenen ganzen Zahlen, aus denen die Antwort berechnet ist, in einer eigenen Datei.',
    latticeFile: 'Datei des rohen Rauschgitters',
    latticeWritten: (file, size) => `Rohes Rauschgitter: ${file}, ${size}`,
    read: 'Lesen in',
    python: 'Python',
    r: 'R',
    codeWhat: 'den Code, der die Datei liest',
    auditor: 'Einem Prüfer zeigen',
    bundleFile: 'Datei des Bündels',
    bundle: 'Bündel exportieren',
    receipt: 'Quittung',
    receiptOf: (number, level, date) => `Nr. ${number}, ${level}, ${date}`,
    copy: 'Stärker verrauschte Kopie für andere',
    copyWhy: (seller) =>
      `Ihr Bestand erhält zusätzliches Rauschen. Die Kopie signieren Sie, nicht ${seller}. Für jede Stufe entsteht sie nur einmal: Alle Ihre Kopien zusammen verraten nicht mehr als die mit der höchsten Stufe. Kopien mehrerer Käufer zusammen können so viel verraten, wie diese Käufer haben.`,
    copyFile: 'Datei der Kopie',
    makeCopy: 'Kopie erstellen',
    level: 'Stufe, als ε',
    levelHint: (held) => `Unter den ${held}, die Sie halten.`,
    made: (level, accuracy, again) => `${level}: ${accuracy}${again ? ', dieselbe wie zuvor' : ''}`,
  },
};
