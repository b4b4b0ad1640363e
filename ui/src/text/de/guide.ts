import { count, counted } from '../digits';
import type { Text } from '../shape';
import { unitNamed } from './phrases';

export const guide: Text['guide'] = {
  query: {
    title: 'Frage',
    intro: 'Eine Frage an die Daten, verrauscht beantwortet. Sie lässt sich später nicht ändern.',
  },
  bounds: {
    title: 'Wirkung einer Einheit',
    intro:
      'Das Rauschen ist so groß wie die Änderung, die eine Schutzeinheit bewirken kann. Diese Angaben legen fest, wie groß sie ist.',
  },
  ceiling: {
    title: 'Höchste Stufe',
    intro:
      'Käufer erfahren allein oder zusammen nie mehr über diese Frage, als ihre Obergrenze zulässt.',
  },
  tariff: {
    title: 'Preis',
    intro: 'Jeder zahlt nach Gewicht: Eine Stufe kostet in einem Schritt so viel wie in vielen.',
  },
  words: { title: 'Texte für Käufer', intro: 'Diese Texte werden mit dem Angebot signiert.' },
  sign: {
    title: 'Prüfen und signieren',
    intro: 'Es wird mit Ihrem Schlüssel signiert und auf dem Markt veröffentlicht.',
  },
  resumed: 'Das ist Ihr unfertiger Entwurf.',
  afresh: 'Neu beginnen',
  giveUpCopy: 'Kopie verwerfen',

  halfBounds: (now, half) =>
    `Weite Schranken kosten Genauigkeit: Bei ε 1 ist die Antwort mit diesen Schranken auf ${now} genau, mit halb so weiten auf ${half}.`,
  boundsHow:
    'Geben Sie plausible Werte aus öffentlichem Wissen an. Ein Wert jenseits einer Schranke zählt als die Schranke.',
  ownBounds:
    'Die Schranken halten die Antwort nur im sinnvollen Bereich. Das Rauschen folgt aus dem geschützten Abstand.',
  tooCoarse: (now, finer) =>
    `Eine grobe Schrittweite kostet Genauigkeit: Die beste verkaufte Antwort ist ${now}, mit einem Zehntel der Schrittweite wäre sie ${finer}.`,
  manyRows: (unit, rows, now, one) =>
    `Eine Einheit (${unitNamed(unit)}) zählt mit bis zu ${count(rows)} Zeilen, und das Rauschen verbirgt sie alle: Bei ε 1 ist die Antwort ${now}, mit je einer Zeile wäre sie ${one}. Jede Frage wählt die zählenden Zeilen aus.`,
  oneRow: (unit) =>
    `Jede Zeile wurde als eine andere Einheit (${unitNamed(unit)}) erklärt. Hat eine mehrere Zeilen, ist jede Zeile verborgen, die Einheit aber nicht.`,
  own: 'Geschützt ist jede Änderung Ihrer Zahlen innerhalb des genannten Abstands. Eine größere kann sich zeigen.',

  guess: (level, sentence) =>
    `Bei ${level}: ${sentence} Ein Münzwurf liegt in 50 % der Fälle richtig.`,
  guessMuch: 'Das ist ein hoher Verlust an Privatheit. Die meisten bleiben bei ε 1 bis 3.',
  guessTooMuch:
    'Das ist beinahe Gewissheit: Über ε 5 verbirgt das Rauschen kaum noch jemanden. Wären die Menschen in den Daten damit einverstanden?',
  countsAgain: (loss) =>
    `Diese Frage wurde bis ${loss} verkauft, bevor ihre Population vereinigt wurde. Die Population bringt diesen Verlust schon mit und zählt die Frage noch einmal, wenn sie neu angeboten wird.`,
  guessCap: (guess, cap) =>
    `Alle Fragen zur Population zusammen, bei ihrer Grenze von ${cap}: ${guess}.`,
  stepAdvised: (step) =>
    `Keine Schrittweite ist angegeben. Darum gilt die empfohlene Schrittweite ${step}. Sie folgt nur aus Schranken, Zeilen je Einheit und Obergrenze.`,
  openAlready: 'Offenes Angebot zeigen',

  ready: 'Bereit zum Signieren.',
  errors: (n) => counted(n, 'Fehler', 'Fehler'),
  warnings: (n) => `Prüfen Sie vor dem Signieren: ${counted(n, 'Warnung', 'Warnungen')}`,
  goTo: (field) => `Zum Feld „${field}“`,
  allFree: 'Jede Stufe ist kostenlos.',
  facts: {
    query: 'Abfrage',
    numbers: 'Zahlen',
    ceiling: 'Obergrenze',
    best: 'beste verkaufte Antwort',
    whole: 'Preis insgesamt',
  },
};
