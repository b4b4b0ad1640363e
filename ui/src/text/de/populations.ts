import { count } from '../digits';
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
  countedThere: 'zählt dort',
  countedIn: 'Was von ihr verloren ist, zählt bei',
  tookOver:
    'Mit dieser wurde eine andere Population vereinigt. Deren Datensätze und Verlust zählen hier:',
  mergedWords:
    'Sie wurde mit einer anderen Population vereinigt, die ihre Datensätze und ihren Verlust hat:',
  noSuch: 'In dieser Mappe gibt es keine Population dieses Namens.',
  here: (names) => `Populationen dieser Mappe: ${names.join(', ')}.`,
  noTable: 'keine Tabelle hier',
  withoutTable: 'einige Zahlen ohne Tabelle hier',

  form: {
    intro:
      'Eigene Zahlen und Tabellen derselben Menschen gehören dann dazu. Sie können sie nicht wieder verlassen.',
    newPeople: 'Niemand von ihnen gehört zu einer dieser Populationen.',
    joinInstead:
      'Gehören einige schon zu einer, importieren Sie stattdessen deren Tabellen in diese Population.',
    stateNewPeople: 'Geben Sie an, dass niemand von ihnen zu einer dieser Populationen gehört.',
    name: 'Name der Population',
    unitName: 'Wie man eine Einheit nennt',
    unitNameHint: 'In der Einzahl, etwa Hof, Schule oder Fahrzeug. Angebote nennen es.',
    cap: 'Eigene Grenze, ε',
    carried: 'Verlust, den sie mitbringt, ε',
    carriedHint:
      'Was über diese Menschen anderswo schon veröffentlicht ist, auf welchem Weg auch immer, oder die Datei der Verluste einer aufgegebenen Mappe. Angebote nennen es. Leer: keiner.',
    adjacency: 'Ist ohnehin bekannt, wer in den Daten vorkommt?',
    addRemove: 'Nein: Schon dass jemand darin vorkommt, muss verborgen bleiben.',
    replace:
      'Ja, wie bei allen Schülern einer Schule: Nur was sie geantwortet haben, muss verborgen bleiben.',
    button: 'Anlegen',
  },

  units: {
    legend: 'Wessen Antworten sind das?',
    person: 'Die einzelner Personen',
    household: 'Die von Haushalten: Wer zusammen wohnt, hat zusammen geantwortet',
    company: 'Die von Firmen',
    other: 'Die von anderen',
    wholeHidden: (unit) =>
      `Geschützt ist eine Einheit (${unitNamed(unit)}) mit allem, was sie in diesen Tabellen hat. Aus dem Verkauften kann niemand erkennen, ob sie überhaupt darin vorkommt.`,
    valuesHidden: (unit) =>
      `Geschützt sind die Antworten einer Einheit (${unitNamed(unit)}). Aus dem Verkauften kann niemand erkennen, welche sie gegeben hat; dass sie in den Tabellen vorkommt und wie viele es sind, ist öffentlich.`,
  },
  caps: {
    legend: 'Wie viel darf je von ihnen verkauft werden? Das ist die Grenze',
    hint: (unit) =>
      `Alles Verkaufte zählt zusammen und geht nie über die Grenze. Wer über eine Einheit (${unitNamed(unit)}) rät, liegt vor dem ersten Verkauf in der Hälfte der Fälle richtig. Neben jeder Grenze steht, wie oft jemand, der alles Übrige weiß, richtigliegen kann, wenn sie ganz verkauft ist. Senken lässt sie sich jederzeit; sie anzuheben bricht ein Versprechen und braucht einen Grund, den jeder Prüfer liest.`,
    own: 'Eine andere Grenze',
  },

  rho: {
    more: 'Mehr',
    cap: 'Grenze für ρ',
    newCap: 'Neue Grenze für ρ',
    carried: 'Verlust an ρ, den sie mitbringt',
    hint: 'Für Fragen mit gaußähnlichem Rauschen. ε und ρ sind zwei eigene Grenzen. Leer: 0.',
  },

  lossSoFar: 'Bisheriger Verlust',
  lossHint:
    'Der Verlust von anderswo und dazu das höchste verkaufte ε jeder Frage. Alle Käufer einer Frage zusammen zählen einmal. Was verkauft ist, bleibt, auch wenn der Datensatz entfernt wird.',
  guessNow: (level) => `Nach ${level}:`,
  guessAtCap: (level) => `An der Grenze von ${level}:`,
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
  wentOver: 'Sie gehören jetzt zur anderen Population.',
  itsListings: 'Ihre Angebote',
  entries: 'Einträge des Hauptbuchs',
  noEntries:
    'Noch keine. Neue Populationen, Grenzen und Vereinigungen sind Einträge, die Prüfer sehen.',
  what: 'Was',
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
    lookFirst: 'Was es bewirkt, steht nun hier. Lesen Sie es, und bestätigen Sie dann.',
    guessNow: (now) =>
      `Ist die bisherige Grenze ganz verkauft, liegt, wer über eine Einheit rät, ${now}.`,
    guessThen: (then) => `Ist die neue Grenze ganz verkauft, liegt er ${then}.`,
    breaks: 'Anheben bricht ein Versprechen',
    promised: (cap) =>
      `Ihre Angebote, Quittungen und Prüfungen haben versprochen, dass höchstens ${cap} verkauft wird. Wer deshalb geantwortet oder dem Verkauf zugestimmt hat, ist weniger geschützt als versprochen.`,
    forGood:
      'Was über der jetzigen Grenze verkauft wird, bleibt verkauft, auch wenn Sie sie wieder senken. Die Änderung und ihr Grund bleiben im Hauptbuch.',
    newVersions: (n) =>
      `${n === 1 ? 'Ein offenes Angebot bekommt eine neue Fassung, die' : `${count(n)} offene Angebote bekommen neue Fassungen, die`} die neue Grenze ${n === 1 ? 'nennt' : 'nennen'}. Bestellungen, die jetzt bei Ihnen warten, müssen ihre Käufer noch einmal aufgeben.`,
    reason: 'Warum sie angehoben wird',
    reasonHint: 'Jeder Prüfer liest es.',
    keeps: 'Senken bricht nichts',
    sold: 'Was verkauft ist, bleibt verkauft, und Ihre Angebote bleiben offen.',
    short: (n) =>
      `${n === 1 ? 'Ein offenes Angebot lässt' : `${count(n)} offene Angebote lassen`} sich nicht mehr bis zur Obergrenze verkaufen.`,
    reached: (loss) => `Der Verlust ist schon ${loss}. Was ihn erhöht, wird nicht mehr verkauft.`,
    exceeded: (loss) =>
      `Der Verlust ist schon ${loss}. Verkauft wird erst wieder, wenn Sie die Grenze anheben.`,
    raise: 'Grenze anheben',
    lower: 'Grenze senken',
    action: 'Änderung signieren',
    keep: 'Grenze behalten',
  },
  merge: {
    button: 'Vereinigen …',
    title: (name) => `„${name}“ mit einer anderen Population vereinigen`,
    intro:
      'Für zwei Populationen, die sich als dieselben Einheiten herausgestellt haben. Die Datensätze gehen über, und der Verlust der anderen wächst um den ganzen Verlust dieser. Ziehen Sie vorher alle Angebote beider zurück; wird eine Frage danach neu angeboten, zählt sie noch einmal. Es gilt die Grenze der anderen. Es lässt sich nicht rückgängig machen.',
    into: 'Mit',
    sum: (into, before, brought, after) =>
      `Der Verlust von „${into}“ wächst von ${before} um ${brought} auf ${after}.`,
    guessBefore: (before) => `Wer über eine ihrer Einheiten rät, liegt jetzt ${before}.`,
    guessAfter: (after) => `Danach liegt er ${after}.`,
    cap: (cap, into) => `Für alles zusammen gilt die Grenze von „${into}“, ${cap}.`,
    reached: 'Was den Verlust erhöht, wird erst wieder verkauft, wenn Sie die Grenze anheben.',
    exceeded:
      'Der Verlust liegt dann über der Grenze. Verkauft wird erst wieder, wenn Sie die Grenze anheben.',
    withdraw: (titles) =>
      `Ziehen Sie vorher zurück: ${titles.map((title) => `„${title}“`).join(', ')}.`,
    datasets: (number, n) =>
      n === 1 ? 'Ein Datensatz geht über.' : `${number} Datensätze gehen über.`,
    sure: 'Es sind dieselben Einheiten. Ich weiß, dass es sich nicht rückgängig machen lässt.',
    action: 'Vereinigen',
    keep: 'Getrennt lassen',
    alone: 'Es gibt keine andere Population, mit der sie zu vereinigen wäre.',
    needsOther: 'Wählen Sie die Population, in die sie übergeht.',
    needsSure: 'Bestätigen Sie, dass es dieselben Einheiten sind.',
  },
};
