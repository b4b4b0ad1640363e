import { count, counted } from '../digits';
import type { Text } from '../shape';
import { unitNamed } from './phrases';

export const guide: Text['guide'] = {
  query: {
    title: 'Was verkauft wird',
    intro:
      'Eine Frage an die Daten, einmal gestellt und verrauscht beantwortet. Sie lässt sich später nicht ändern.',
  },
  bounds: {
    title: 'Wie viel eine Einheit ausmachen kann',
    intro:
      'Das Rauschen ist so groß wie das, was eine Schutzeinheit ändern kann. Diese Angaben legen fest, wie viel das ist.',
  },
  ceiling: {
    title: 'Wie viel höchstens verkauft wird',
    intro:
      'Niemand erfährt je mehr über diese Frage, als die Obergrenze hergibt, weder allein noch gemeinsam mit anderen.',
  },
  tariff: {
    title: 'Was es kostet',
    intro: 'Jeder zahlt nach Gewicht: Ein ε kostet in einem Schritt so viel wie in vielen.',
  },
  words: { title: 'Was Käufer lesen', intro: 'Wird mit dem Angebot signiert.' },
  sign: {
    title: 'Prüfen und signieren',
    intro: 'Es wird mit Ihrem Schlüssel signiert und auf dem Markt veröffentlicht.',
  },
  resumed: 'Das ist der Entwurf, den Sie verlassen haben.',
  afresh: 'Neu beginnen',
  giveUpCopy: 'Kopie aufgeben',

  halfBounds: (now, half) =>
    `Weite Schranken kosten Genauigkeit: Bei ε 1 ist die Antwort mit diesen Schranken auf ${now} genau, mit halb so weiten auf ${half}.`,
  boundsHow:
    'Nehmen Sie, was plausibel und öffentlich bekannt ist. Was darüber hinausgeht, zählt wie die Schranke.',
  ownBounds:
    'Die Schranken halten die Antwort nur im sinnvollen Bereich. Das Rauschen folgt aus dem geschützten Abstand.',
  tooCoarse: (now, finer) =>
    `Der Schritt kostet Genauigkeit: Die beste verkaufte Antwort ist ${now}, mit einem Zehntel des Schritts wäre sie ${finer}.`,
  manyRows: (unit, rows, now, one) =>
    `Eine Einheit (${unitNamed(unit)}) zählt mit bis zu ${count(rows)} Zeilen, und das Rauschen verbirgt sie alle: Bei ε 1 ist die Antwort ${now}, mit je einer Zeile wäre sie ${one}. Welche Zeilen zählen, wird in jeder Frage ausgelost.`,
  oneRow: (unit) =>
    `Jede Zeile wurde als eine andere Einheit (${unitNamed(unit)}) erklärt. Hat eine mehrere Zeilen, ist jede Zeile verborgen, die Einheit aber nicht.`,
  own: 'Geschützt ist jede Änderung Ihrer Zahlen innerhalb des genannten Abstands. Eine größere kann sich zeigen.',

  guess: (level, sentence) =>
    `Bei ${level}: ${sentence} Ein Münzwurf liegt in 50 % der Fälle richtig.`,
  guessMuch: 'Das ist viel. Wer solche Antworten veröffentlicht, bleibt meist bei ε 1 bis 3.',
  guessTooMuch:
    'Das ist beinahe Gewissheit: Über ε 5 verbirgt das Rauschen kaum noch jemanden. Wären die Menschen in den Daten damit einverstanden?',
  countsAgain: (loss) =>
    `Diese Frage wurde bis ${loss} verkauft, bevor ihre Population vereinigt wurde. Die Population trägt diesen Verlust schon und zählt die Frage noch einmal, wenn sie neu angeboten wird.`,
  guessCap: (guess, cap) =>
    `Alle Fragen zur Population zusammen, bei ihrer Grenze von ${cap}: ${guess}.`,
  stepAdvised: (step) =>
    `Keine Schrittweite ist angegeben: Genommen wird die empfohlene, ${step}. Sie folgt allein aus Schranken, Zeilen je Einheit und Obergrenze.`,
  openAlready: 'Zum offenen Angebot',

  ready: 'Bereit zum Signieren.',
  errors: (n) => counted(n, 'Fehler', 'Fehler'),
  warnings: (n) => `Prüfen Sie vor dem Signieren: ${counted(n, 'Warnung', 'Warnungen')}`,
  goTo: (field) => `Zum Feld „${field}“`,
  allFree: 'Keine Stufe kostet etwas: Wer bestellt, schuldet Ihnen nichts.',
  facts: {
    query: 'Abfrage',
    numbers: 'Zahlen',
    ceiling: 'Obergrenze',
    best: 'beste verkaufte Antwort',
    whole: 'Preis insgesamt',
  },
};
