import { count, counted } from '../digits';
import type { Text } from '../shape';
import { blockSizes } from '../question';

export const drafting: Text['drafting'] = {
  title: 'Neues Angebot',
  copy: (title) => `Kopie von „${title}“`,
  correction: (title) => `„${title}“ berichtigen`,
  sub: 'Ein Angebot, das Sie signieren. Es wird nicht aus den Daten berechnet.',
  dataset: 'Datensatz',
  ownNumbers: 'meine eigenen Zahlen',
  kind: 'Art',
  kinds: {
    count: 'Anzahl: wie viele Zeilen',
    histogram: 'Histogramm: wie viele Zeilen in jeder Klasse',
    'cross-tabulation': 'Kreuztabelle: wie viele Zeilen in jeder Zelle von zwei oder drei Spalten',
    sum: 'Summe einer Spalte',
    mean: 'Mittelwert einer Spalte',
    value: 'Wert: eine eigene Zahl',
    vector: 'Vektor: viele eigene Zahlen, aus einer Datei',
  },
  listingTitle: 'Titel',
  listingTitleHint: 'Käufer sehen ihn und suchen danach.',
  price: 'Preis für alles bis zum jeweiligen ε',
  priceHint:
    'Steigend und zwischen zwei Punkten anteilig: 10 bei ε 1 und 30 bei ε 4 ergeben 20 bei ε 2,5. Aufstocken kostet die Differenz.',
  upTo: 'Bis ε',
  accuracyThere: 'Genauigkeit dort',
  priceNow: 'Preis jetzt',
  reckoned: (rows) =>
    `Genauigkeit eines Mittelwerts aus ${rows} Zeilen. Mit einem Zehntel davon ist sie zehnmal so grob.`,
  misfit: {
    'no-level':
      'Geben Sie jedem Punkt ein ε über 0 mit höchstens sechs Nachkommastellen, etwa 0,5.',
    'no-price': 'Geben Sie jedem Punkt einen Preis in der gewählten Währung, etwa 12.',
    'too-many-decimals':
      'Dieser Preis hat mehr Nachkommastellen als die Währung. Schreiben Sie Tausender ohne Trennzeichen.',
    thousands:
      'Schreiben Sie diesen Preis ohne Tausendertrennzeichen: 1000,50. Vor den Nachkommastellen steht ein Komma oder ein Punkt.',
    'level-not-rising': 'Ordnen Sie die Punkte: Jedes ε muss über dem vorigen liegen.',
    'price-falls':
      'Heben Sie diesen Preis an: Mehr Genauigkeit darf nicht weniger kosten als das ε davor.',
  },
  pointNumber: (n) => `Punkt ${count(n)}`,
  pointLevel: (n) => `Punkt ${count(n)}: ε`,
  pointPrice: (n) => `Punkt ${count(n)}: Preis insgesamt`,
  pointAt: (level, price) => `${level}: ${price}`,
  pointHow:
    'Ziehen Sie einen Punkt, oder wählen Sie ihn mit der Tabulatortaste aus und drücken Sie die Pfeiltasten: links und rechts ändern ε, auf und ab den Preis. Mit der Umschalttaste sind die Schritte zehnmal so groß.',
  addPoint: 'Punkt hinzufügen',
  removePoint: 'Entfernen',
  noPoints: 'Füllen Sie eine Stufe und ihren Preis aus, um sie zu sehen.',
  currency: 'Währung',
  ceiling: 'Obergrenze, ε',
  ceilingHint: 'Die höchste Stufe, die verkauft wird. Leer: der letzte Preis.',
  grain: 'Kleinster Schritt, ε',
  grainHint: 'Leer: ε 0,001.',
  payTo: 'Zahlbar an',
  payToProposed:
    'Vorgeschlagen: wie in Ihrem letzten Angebot. Ändern Sie es, oder leeren Sie das Feld.',
  payToHint: 'Ihre IBAN oder eine andere payto://-Adresse. Darf leer bleiben.',
  description: 'Beschreibung',
  terms: 'Nutzungsbedingungen',
  termsHint: 'Käufer nehmen sie mit einer Bestellung an.',
  publicRows: 'Öffentliche Zeilenzahl',
  publicRowsHint:
    'Eine Zahl, die nicht geheim ist. Mit ihr kennen Käufer die Genauigkeit eines Mittelwerts schon vorher.',
  rowsKnownElsewhere: 'Diese Zahl ist anderswo bekannt.',
  rowsKnownElsewhereHint:
    'Sie steht in einem veröffentlichten Bericht oder folgt aus einem festen Plan. Sonst kann sie verraten, ob eine Person in den Daten ist. Lassen Sie die Zahl dann weg. Nötig, wenn Einheiten hinzukommen oder wegfallen können.',
  reckonedRows: 'Erwartete Zahl der Zeilen',
  reckonedRowsHint: 'Nur für diese Vorschau. Leer: 1000.',
  missingAsMid: 'Eine fehlende Zelle als Mitte der Schranken zählen',
  missingAsMidHint:
    'Die Zeilenzahl ist dann öffentlich und genau und der Mittelwert genauer. Jede fehlende Zelle zieht ihn zur Mitte. Möglich nur bei Ersetzen, wenn jede Zeile eine andere Einheit ist und keine Bedingung gilt.',
  top: 'Ende des Rauschpfads, ε',
  topHint:
    'Mindestens die Obergrenze; eine spätere Fassung darf die Obergrenze bis dahin anheben. Leer: die Obergrenze.',
  signing: 'Wird signiert …',
  sign: 'Signieren und veröffentlichen',

  population: 'Population',
  populationHint: 'Die Population dieser Zahlen, mit ihrer Grenze und ihrem Verlust.',
  noPopulation:
    'In dieser Mappe gibt es noch keine Population: Legen Sie unter „Populationen“ eine an.',
  column: 'Spalte',
  columnOption: (name, type) => `${name} (${type})`,
  ofNumbers: 'Nur Spalten mit Zahlen.',
  binWay: 'Jede Klasse ist',
  binWays: { values: 'ein einzelner Wert', edges: 'ein Bereich zwischen zwei Klassengrenzen' },
  bins: 'Klassen',
  binsHint:
    'Geben Sie sie selbst an: Aus den Daten gelesene Klassen würden deren Inhalt verraten. Alles Übrige zählt als „other“. Trennen Sie mehrere mit Kommas. Setzen Sie einen Wert mit Komma in Anführungszeichen: "ja, oft".',
  binsStated: (n) =>
    `Die Spalte hat ${counted(n, 'angegebenen Wert', 'angegebene Werte')}. Alles Übrige zählt als „other“.`,
  oneBin: 'Weitere Klasse',
  addBin: 'Hinzufügen',
  undeclared: (n) =>
    `${counted(n, 'Klasse ist kein angegebener Wert', 'Klassen sind keine angegebenen Werte')} der Spalte. Prüfen Sie die Schreibweise: Eine Klasse zählt nur Zeilen mit genau ihrem Wert.`,
  undeclaredOne: 'nicht angegeben',
  undeclaredValue: 'ist kein angegebener Wert der Spalte',
  neverSold: (levels) =>
    `Der Preis nennt ${levels}. Das liegt über der Obergrenze und wird nie verkauft.`,
  takeDeclared: 'Die angegebenen Werte verwenden',
  codebook: 'Ein Codebuch einfügen',
  codebookText: 'Codebuch',
  codebookHint: 'Ein Wert je Zeile, mit oder ohne Bedeutung: „1 = nie“ oder „1, nie“.',
  takeCodebook: 'Seine Werte als Klassen verwenden',
  edges: 'Klassengrenzen',
  edgesHint: '0, 18, 65 ergeben 0 bis 18, 18 bis 65 und „other“. Die Reihenfolge ist gleich.',
  oneEdge: 'Weitere Klassengrenze',
  addEdge: 'Hinzufügen',
  blocks: 'Blöcke aus Klassen',
  blocksHint:
    'Auch Blöcke werden gezählt. Bereiche aus vielen Klassen und Quantile werden genauer, einzelne Klassen ungenauer.',
  noBlocks: 'Keine Blöcke',
  proposedBlocks: (sizes) =>
    sizes.length === 0
      ? 'Vorgeschlagene Blöcke'
      : `Vorschlag: Blöcke aus ${blockSizes(sizes, 'und')} Klassen`,
  statedBlocks: (sizes) => `Blöcke aus ${blockSizes(sizes, 'und')} Klassen`,
  rangesAt: (level) => `Rauschintervall (95 %) eines Bereichs bei ${level}`,
  rangeOf: 'Bereich',
  rangeBins: (bins) => counted(bins, 'Klasse', 'Klassen'),
  withBlocks: (sizes) => `Mit Blöcken aus ${blockSizes(sizes, 'und')}`,
  withoutBlocks: 'Ohne Blöcke',
  periodsHint:
    'Tage (2026-11-28), Wochen (2026-W48), Monate (2026-11) oder Jahre (2026). Alles Übrige zählt als „other“.',
  periods: 'Alle Zeiträume von einem bis zu einem anderen hinzufügen',
  firstPeriod: 'Erster Zeitraum',
  lastPeriod: 'Letzter Zeitraum',
  addPeriods: 'Diese Zeiträume hinzufügen',
  bands: 'Gleich breite Bereiche bilden',
  low: 'Von',
  high: 'Bis',
  bandWidth: 'Breite',
  cutBands: 'Diese Klassengrenzen verwenden',
  crossedNumber: (n) => `Spalte ${count(n)}`,
  crossedHint:
    'Jede Kombination von Klassen ist eine Zahl der Antwort. Die erste Spalte bildet die Zeilen der Tabelle, die zweite ihre Spalten, eine dritte Gruppen.',
  addCrossed: 'Dritte Spalte hinzufügen',
  remove: (what) => `Entfernen: ${what}`,
  value: 'Der Wert',
  valueHint: 'Bleibt in dieser Mappe.',
  file: 'Datei mit den Werten',
  fileHint: 'Eine Zahl je Zeile. Bleibt in dieser Mappe.',
  bounds: 'Schranken',
  boundsHint:
    'Ein Wert jenseits einer Schranke zählt als die Schranke. Geben Sie plausible Werte an, nicht Werte aus den Daten.',
  shouldBe: {
    number: 'Geben Sie eine Zahl ein, etwa 12,5.',
    count: 'Geben Sie eine ganze Zahl ein, etwa 1000.',
    level: 'Geben Sie eine Zahl über 0 mit höchstens sechs Nachkommastellen ein, etwa 1,5.',
    value: 'Geben Sie einen Wert zum Vergleichen ein, oder entfernen Sie die Bedingung.',
    grouped:
      'Tausender oder Nachkommastellen? Schreiben Sie 200000 ohne Trennzeichen, oder hängen Sie einer Dezimalzahl eine Null an, etwa 1,1250.',
  },
  joinedBin: (value) => `„${value}“ ist ein einziger Wert.`,
  partBin: (n) => `${count(n)} Werte daraus machen`,
  copyOf: (title) => `Eine Kopie von „${title}“, noch nicht signiert.`,
  replaces: 'Das ursprüngliche Angebot im selben Schritt zurückziehen',
  replacesHint:
    'Frühere Verkäufe bleiben gültig. Das ursprüngliche Angebot lässt sich nicht mehr bestellen.',
  step: 'Schrittweite',
  stepHint:
    'Die Schrittweite der Antwort, etwa 0,1. Wählen Sie sie deutlich feiner als die verkaufte Genauigkeit.',
  stepAdvised: 'Die Schrittweite der Antwort, etwa 0,1. Leer: die empfohlene Schrittweite.',
  protect: 'Zu schützender Abstand',
  protectHint:
    'Das Rauschen verbirgt, welche von zwei Mengen von Zahlen innerhalb dieses Abstands Ihre ist.',
  unit: 'Einheit',
  unitHint: 'Etwa kg, EUR, mmHg.',
  filters: 'Bedingungen',
  filtersHint: 'Nur Zeilen, die alle Bedingungen erfüllen, zählen.',
  conditionNumber: (n) => `Bedingung ${count(n)}`,
  conditionColumn: (n) => `Bedingung ${count(n)}: Spalte`,
  conditionHow: (n) => `Bedingung ${count(n)}: Vergleich`,
  conditionValue: (n) => `Bedingung ${count(n)}: Wert`,
  compared: {
    '==': 'ist',
    '!=': 'ist nicht',
    '<': 'ist kleiner als',
    '<=': 'ist höchstens',
    '>': 'ist größer als',
    '>=': 'ist mindestens',
  },
  addCondition: 'Bedingung hinzufügen',

  preview: 'Vorschau für Käufer',
  dimension: 'Zahlen je Antwort',
  sensitivity: 'eine Einheit ändert sie um höchstens',
  steps: (n) => counted(n, 'Schrittweite', 'Schrittweiten'),
  andMore: (n) => `und ${count(n)} weitere`,
  asYouType: 'Füllen Sie Preis und Obergrenze aus, um sie zu sehen.',
  noiseOnEach: 'Das Rauschen auf jeder Zahl',
  errorOfMean: 'Der Fehler des Mittelwerts',
  technical: 'Technisches',
  noiseOnAnswer: 'Das Rauschen auf der Antwort',
  chanceOfErrors: 'Wahrscheinlichkeit jedes Fehlers',
  error: 'Fehler',
  errorOfSum: (unit) => `Fehler der Summe, ${unit}`,
  errorIn: (unit) => `Fehler, ${unit}`,
  neverFromData: 'Gezeichnet nach der Verteilung des Rauschens, nie nach den Daten.',
};
