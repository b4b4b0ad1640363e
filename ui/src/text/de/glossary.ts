import type { Text } from '../shape';

export const glossary: Text['glossary'] = {
  epsilon: {
    term: 'ε',
    means:
      'ist der Verlust an Privatheit im Sinn der Differential Privacy. Ein höheres ε gibt eine genauere Antwort und verrät mehr über jede einzelne Person: Wer alles andere weiß und bei gleichen Chancen rät, ob eine bestimmte Person in den Daten ist, liegt in höchstens e^ε/(1+e^ε) der Fälle richtig. Bei der Frage, welchen von zwei Werten sie hat, sind es höchstens e^2ε/(1+e^2ε). Sind nur die Werte geschützt (Ersetzen), gilt die erste Schranke für einen Wert. ε 1 ist hier ein Pfund.',
  },
  ceiling: {
    term: 'Obergrenze',
    means:
      'Die höchste Stufe dieser Frage, die je verkauft wird, an alle Käufer zusammen. Sie steht vor dem ersten Verkauf fest.',
  },
  cap: {
    term: 'Grenze',
    means:
      'Der höchste Verlust an Privatheit, den eine Population je erreichen darf: die Summe der höchsten verkauften Stufen aller ihrer Fragen.',
  },
  latticeStep: {
    term: 'Schrittweite',
    means:
      'Die Antwort und ihr Rauschen sind ganze Vielfache der Schrittweite. Sie wird vorher angegeben und hängt nicht von den Daten ab.',
  },
  adjacency: {
    term: 'Nachbarschaft',
    means:
      'Nachbarn sind zwei Tabellen, die sich nur in einer Einheit unterscheiden: Sie fehlt in einer von beiden, oder ihre Werte sind ersetzt. Das Rauschen verbirgt, welcher der beiden Nachbarn die Daten sind.',
  },
};
