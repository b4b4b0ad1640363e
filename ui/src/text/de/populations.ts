import type { Text } from '../shape';
import { unitNamed } from './phrases';

export const populations: Text['populations'] = {
  title: 'Populationen',
  sub: 'Um wessen Privatheit es geht. Verlust und Grenze gehören zu einer Population, über alle Datensätze und eigenen Zahlen hinweg.',
  create: 'Neue Population',
  none: 'Noch keine Population.',
  noneHint: 'Der Import einer Tabelle fragt, wessen Daten es sind, und legt eine an.',
  population: 'Population',
  unitHead: 'Eine Einheit',
  lossHead: 'Verlust und Grenze',
  datasets: 'Datensätze',
  questions: 'Fragen',
  openings: 'Öffnungen',
  lossOf: (name) => `Verlust von ${name}`,
  mergedInto: (name) => `vereinigt mit ${name}`,
  mergedWords:
    'Sie wurde mit einer anderen Population vereinigt, die ihre Datensätze und ihren Verlust hat:',
  noSuch: 'In dieser Mappe gibt es keine Population dieses Namens.',

  form: {
    intro: 'Eigene Zahlen und Tabellen derselben Menschen gehören dann dazu, und das für immer.',
    name: 'Name der Population',
    unitName: 'Was eine Einheit ist',
    unitNameHint: 'Etwa person, Haushalt oder Firma. Leer: person.',
    cap: 'Grenze ihres Verlusts, ε',
    capHint:
      'Mehr wird von ihr nie verkauft, über alle Fragen zusammen. Senken lässt sie sich später, und mit einem Grund anheben.',
    carried: 'Verlust, den sie mitbringt, ε',
    carriedHint:
      'Was über diese Menschen anderswo schon veröffentlicht ist, auf welchem Weg auch immer, oder die Datei der Verluste einer aufgegebenen Mappe. Angebote nennen es. Leer: keiner.',
    adjacency: 'Was niemand über eine Einheit erkennen kann',
    addRemove: 'Ob sie überhaupt in den Daten vorkommt',
    replace: 'Welche Werte sie hat; die Zahl der Einheiten ist öffentlich',
    button: 'Anlegen',
  },

  lossSoFar: 'Bisheriger Verlust',
  lossHint:
    'Der Verlust von anderswo und dazu das höchste verkaufte ε jeder Frage. Alle Käufer einer Frage zusammen zählen einmal. Was verkauft ist, bleibt, auch wenn der Datensatz entfernt wird.',
  odds: (unit, level, share) =>
    `Wer bei gleichen Chancen zu Beginn rät, ob eine bestimmte Einheit (${unitNamed(unit)}) in den Daten ist oder welchen von zwei Werten sie hat, liegt nach ${level} in höchstens ${share} der Fälle richtig.`,
  oddsAtCap: (level, share) => `An der Grenze von ${level}: höchstens ${share}.`,
  facts: 'Was sie ist',
  unit: 'eine Einheit',
  neighbours: 'Nachbarn',
  cap: 'Grenze',
  carried: 'mitgebrachter Verlust',
  carriedNone: 'keiner',
  questionsAsked: 'je angebotene Fragen',
  openingsGranted: 'gewährte Öffnungen',
  openingsMean:
    'Jede Öffnung gab einem Prüfer die genauen Zahlen einer Frage. Kein ε beschreibt das.',
  made: 'angelegt',
  id: 'Name in Dokumenten',
  itsDatasets: 'Ihre Datensätze',
  noDatasets: 'Keine. Eigene Zahlen können trotzdem zu ihr gehören.',
  itsListings: 'Ihre Angebote',
  caps: 'Änderungen der Grenze',
  noCaps: 'Keine. Jede Änderung ist ein Eintrag des Hauptbuchs, den Prüfer sehen.',
  entry: 'Eintrag',
  when: 'Signiert',
  change: 'Grenze',
  reason: 'Grund',
  noReason: 'keiner genannt',

  capChange: {
    button: 'Grenze ändern …',
    title: (name) => `Die Grenze von „${name}“ ändern`,
    intro:
      'Die Änderung wird in Ihr Hauptbuch signiert. Unter dem jetzigen Verlust wird nichts mehr verkauft, was ihn erhöht.',
    cap: 'Neue Grenze, ε',
    reason: 'Grund',
    reasonHint: 'Nötig, wenn die Grenze steigt. Jeder Prüfer sieht ihn.',
    action: 'Änderung signieren',
    keep: 'Grenze behalten',
  },
  merge: {
    button: 'Vereinigen …',
    title: (name) => `„${name}“ mit einer anderen Population vereinigen`,
    intro:
      'Für zwei Populationen, die sich als dieselben Einheiten herausgestellt haben. Die Datensätze gehen über, und der Verlust der anderen wächst um den ganzen Verlust dieser. Ziehen Sie vorher alle Angebote beider zurück. Es lässt sich nicht rückgängig machen.',
    into: 'Mit',
    sure: 'Es sind dieselben Einheiten. Ich weiß, dass es sich nicht rückgängig machen lässt.',
    action: 'Vereinigen',
    keep: 'Getrennt lassen',
    needsOther: 'Wählen Sie die Population, in die sie übergeht.',
    needsSure: 'Bestätigen Sie, dass es dieselben Einheiten sind.',
  },
};
