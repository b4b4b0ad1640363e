import { count } from '../digits';
import type { Text } from '../shape';
import { unitNamed } from './phrases';

export const populations: Text['populations'] = {
  title: 'Populationen',
  sub: 'Die Menschen oder anderen Einheiten, deren Privatheit eine Grenze schützt, über alle Datensätze und eigenen Zahlen hinweg.',
  create: 'Neue Population',
  none: 'Noch keine Population.',
  noneHint: 'Sie legen eine an, wenn Sie eine Tabelle importieren.',
  population: 'Population',
  unitHead: 'Eine Einheit',
  lossHead: 'Verlust und Grenze',
  datasets: 'Datensätze',
  questions: 'Fragen',
  openings: 'Öffnungen',
  lossOf: (name) => `Verlust von ${name}`,
  mergedInto: (name) => `vereinigt mit ${name}`,
  countedThere: 'zählt dort',
  countedIn: 'Ihr Verlust zählt bei',
  tookOver:
    'Mit dieser wurde eine andere Population vereinigt. Deren Datensätze und Verlust zählen hier:',
  mergedWords:
    'Sie wurde mit einer anderen Population vereinigt, die ihre Datensätze und ihren Verlust hat:',
  noSuch: 'In dieser Mappe gibt es keine Population dieses Namens.',
  here: (names) => `Populationen dieser Mappe: ${names.join(', ')}.`,
  noTable: 'keine Tabelle hier',
  withoutTable: 'einige Zahlen ohne Tabelle hier',

  form: {
    intro: 'Eigene Zahlen und Tabellen derselben Menschen kommen dazu und bleiben dort.',
    newPeople: 'Niemand von ihnen gehört zu einer dieser Populationen.',
    joinInstead:
      'Gehören einige dieser Menschen schon zu einer dieser Populationen, importieren Sie stattdessen deren Tabellen in diese Population.',
    stateNewPeople: 'Bestätigen Sie, dass niemand von ihnen zu einer dieser Populationen gehört.',
    name: 'Name der Population',
    unitName: 'Name einer Einheit',
    unitNameHint: 'In der Einzahl, etwa Hof, Schule oder Fahrzeug. Angebote nennen es.',
    cap: 'Eigene Grenze, ε',
    carried: 'Mitgebrachter Verlust, ε',
    carriedHint:
      'Für frühere Veröffentlichungen über diese Menschen auf jedem Weg oder die Datei der Verluste einer aufgegebenen Mappe. Angebote nennen ihn. Leer: keiner.',
    adjacency: 'Was muss verborgen bleiben?',
    addRemove: 'Ob jemand in den Daten ist.',
    replace:
      'Nur die Antworten. Wer in den Daten ist, ist bekannt, wie bei allen Schülern einer Schule.',
    button: 'Population anlegen',
  },

  units: {
    legend: 'Wessen Antworten sind das?',
    person: 'Von einzelnen Personen',
    household: 'Von Haushalten: Menschen, die zusammen wohnen, haben zusammen geantwortet',
    company: 'Von Firmen',
    other: 'Von anderen Einheiten',
    wholeHidden: (unit) =>
      `Geschützt: eine Einheit (${unitNamed(unit)}) mit allen ihren Zeilen in diesen Tabellen. Die verkauften Antworten verraten nicht, ob sie in den Tabellen ist.`,
    valuesHidden: (unit) =>
      `Geschützt: die Antworten einer Einheit (${unitNamed(unit)}). Die verkauften Antworten verraten sie nicht. Wer in den Tabellen ist und wie viele es sind, ist öffentlich.`,
  },
  caps: {
    legend: 'Wie viel darf je über sie verkauft werden? Das ist die Grenze',
    hint: (unit) =>
      `Alle Verkäufe zählen zusammen und gehen nie über die Grenze. Wer über eine Einheit (${unitNamed(unit)}) rät, liegt vor dem ersten Verkauf in der Hälfte der Fälle richtig. Neben jeder Grenze steht, wie oft jemand, der alles Übrige weiß, richtigliegen kann, wenn sie ganz verkauft ist. Senken lässt sie sich jederzeit; sie anzuheben bricht eine Zusage und braucht einen Grund, den jeder Prüfer liest.`,
    own: 'Eine andere Grenze',
  },

  rho: {
    more: 'Mehr',
    cap: 'Grenze für ρ',
    newCap: 'Neue Grenze für ρ',
    carried: 'Mitgebrachter Verlust an ρ',
    hint: 'Für Fragen mit gaußähnlichem Rauschen. ε und ρ sind zwei eigene Grenzen. Leer: 0.',
  },

  lossSoFar: 'Bisheriger Verlust',
  lossHint:
    'Der mitgebrachte Verlust und dazu das höchste verkaufte ε jeder Frage. Alle Käufer einer Frage zusammen zählen einmal. Der Verlust bleibt, wenn ein Datensatz entfernt wird.',
  guessNow: (level) => `Nach ${level}:`,
  guessAtCap: (level) => `An der Grenze von ${level}:`,
  facts: 'Eckdaten',
  unit: 'eine Einheit',
  neighbours: 'Nachbarn',
  cap: 'Grenze',
  carried: 'mitgebrachter Verlust',
  carriedNone: 'keiner',
  questionsAsked: 'je angebotene Fragen',
  openingsGranted: 'gewährte Öffnungen',
  openingsMean:
    'Jede Öffnung hat einem Prüfer die genauen Zahlen einer Frage gezeigt. Kein ε beschreibt das.',
  made: 'angelegt',
  id: 'Name in Dokumenten',
  itsDatasets: 'Ihre Datensätze',
  noDatasets: 'Keine. Eigene Zahlen können trotzdem zu ihr gehören.',
  wentOver: 'Sie gehören jetzt zur anderen Population.',
  itsListings: 'Ihre Angebote',
  entries: 'Einträge des Hauptbuchs',
  noEntries:
    'Noch keine. Neue Populationen, Grenzen und Vereinigungen sind Einträge, die Prüfer sehen.',
  what: 'Änderung',
  whats: {
    first: 'Erster Eintrag',
    raised: 'Grenze erhöht',
    lowered: 'Grenze gesenkt',
    mergedInto: (name, loss) => `Vereinigt mit „${name}“, mit einem Verlust von ${loss}`,
    takesOver: (name, loss) => `Übernimmt „${name}“ mit einem Verlust von ${loss}`,
    assumed: (n) =>
      `${n === 1 ? 'Eine Frage zählt' : `${count(n)} Fragen zählen`} mit einer angenommenen Stufe`,
  },
  entry: 'Eintrag',
  when: 'Signiert',
  change: 'Grenze',
  reason: 'Grund',
  noReason: 'keiner genannt',

  capNow: (cap) => `Jetzt ${cap}.`,
  capChange: {
    button: 'Grenze ändern …',
    title: (name) => `Die Grenze von „${name}“ ändern`,
    intro:
      'Senken lässt sie sich jederzeit. Die Änderung wird in Ihr Hauptbuch signiert, wo jeder Prüfer sie sieht.',
    cap: 'Neue Grenze, ε',
    lookFirst: 'Die Wirkungen stehen jetzt hier. Lesen Sie sie, und bestätigen Sie dann.',
    guessNow: (now) =>
      `Ist die bisherige Grenze ganz verkauft, liegt, wer über eine Einheit rät, ${now}.`,
    guessThen: (then) => `Ist die neue Grenze ganz verkauft, liegt er ${then}.`,
    breaks: 'Anheben bricht eine Zusage',
    promised: (cap) =>
      `Ihre Angebote, Quittungen und Prüfungen haben zugesagt, dass höchstens ${cap} verkauft wird. Menschen, die deshalb geantwortet oder dem Verkauf zugestimmt haben, sind weniger geschützt als zugesagt.`,
    forGood:
      'Verkäufe über der jetzigen Grenze bleiben gültig, auch wenn Sie sie wieder senken. Die Änderung und ihr Grund bleiben im Hauptbuch.',
    newVersions: (n) =>
      `${n === 1 ? 'Ein offenes Angebot bekommt eine neue Fassung, die' : `${count(n)} offene Angebote bekommen neue Fassungen, die`} die neue Grenze ${n === 1 ? 'nennt' : 'nennen'}. Käufer müssen ihre wartenden Bestellungen noch einmal aufgeben.`,
    reason: 'Warum sie angehoben wird',
    reasonHint: 'Jeder Prüfer liest es.',
    keeps: 'Senken hält die Zusage',
    sold: 'Frühere Verkäufe bleiben gültig, und Ihre Angebote bleiben offen.',
    short: (n) =>
      `${n === 1 ? 'Ein offenes Angebot lässt' : `${count(n)} offene Angebote lassen`} sich nicht mehr bis zur Obergrenze verkaufen.`,
    reached: (loss) =>
      `Der Verlust ist schon ${loss}. Verkäufe, die ihn erhöhen, werden abgelehnt.`,
    exceeded: (loss) =>
      `Der Verlust ist schon ${loss}. Alle Verkäufe werden abgelehnt, bis Sie die Grenze anheben.`,
    raise: 'Grenze anheben',
    lower: 'Grenze senken',
    action: 'Änderung signieren',
    keep: 'Grenze behalten',
  },
  merge: {
    button: 'Vereinigen …',
    title: (name) => `„${name}“ mit einer anderen Population vereinigen`,
    intro:
      'Für zwei Populationen derselben Einheiten. Die andere Population übernimmt die Datensätze, und ihr Verlust wächst um den ganzen Verlust dieser. Ziehen Sie vorher alle Angebote beider zurück. Eine neu angebotene Frage zählt noch einmal. Es gilt die Grenze der anderen. Das lässt sich nicht rückgängig machen.',
    into: 'Mit',
    sum: (into, before, brought, after) =>
      `Der Verlust von „${into}“ wächst von ${before} um ${brought} auf ${after}.`,
    guessBefore: (before) => `Wer über eine ihrer Einheiten rät, liegt jetzt ${before}.`,
    guessAfter: (after) => `Danach liegt er ${after}.`,
    cap: (cap, into) => `Für alles zusammen gilt die Grenze von „${into}“, ${cap}.`,
    reached: 'Verkäufe, die den Verlust erhöhen, werden abgelehnt, bis Sie die Grenze anheben.',
    exceeded:
      'Der Verlust liegt dann über der Grenze. Alle Verkäufe werden abgelehnt, bis Sie die Grenze anheben.',
    withdraw: (titles) =>
      `Ziehen Sie vorher zurück: ${titles.map((title) => `„${title}“`).join(', ')}.`,
    datasets: (number, n) =>
      n === 1 ? 'Ein Datensatz geht über.' : `${number} Datensätze gehen über.`,
    sure: 'Es sind dieselben Einheiten. Ich weiß, dass es sich nicht rückgängig machen lässt.',
    action: 'Vereinigen',
    keep: 'Getrennt lassen',
    alone: 'Es gibt keine andere Population, mit der sie zu vereinigen wäre.',
    needsOther: 'Wählen Sie die andere Population.',
    needsSure: 'Bestätigen Sie, dass es dieselben Einheiten sind.',
  },
};
