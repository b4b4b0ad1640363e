import type { AttributeKind } from '../../platform/types/AttributeKind';
import type { Quantity } from '../../platform/types/Quantity';
import type { Text } from '../shape';

const OF: Record<Quantity, string> = {
  count: 'Anzahl',
  sum: 'Summe',
  mean: 'Mittelwert',
  value: 'Wert',
  'each bin': 'jede Klasse',
  'each cell': 'jede Zelle',
  'each group': 'jede Gruppe',
  correlation: 'Korrelation',
  'each value': 'jeder Wert',
};
const KIND: Record<AttributeKind, string> = {
  count: 'Anzahl',
  sum: 'Summe',
  mean: 'Mittelwert',
  histogram: 'Histogramm',
  'cross-tabulation': 'Kreuztabelle',
  moments: 'Momente',
  value: 'Wert',
  vector: 'Vektor',
};

export const numbers: Text['numbers'] = {
  nothing: 'nichts',
  nothingYet: 'noch nichts',
  in95: '(95\u00a0%)',
  exact: 'genau in 95 von 100',
  basis: {
    exact: (width) => width,
    'at-most': (width) => `höchstens ${width}`,
    'about-rows': (width) => `etwa ${width}`,
    about: (width) => `etwa ${width}`,
  },
  basisWhy: {
    'about-rows': 'falls die Antwort die angegebenen Zeilen zählt',
    about: 'falls ihre Zahlen denen in Ihrem Bestand gleichen',
  },
  interval: (low, high) => `Rauschintervall ${low} bis ${high}`,
  noiseInterval:
    'Intervalle sind Rauschintervalle: In 95 von 100 Antworten enthält ein solches Intervall die genaue Antwort über diese Tabelle. Über eine größere Gesamtheit sagt es nichts.',
  percent: (number) => `${number}\u00a0%`,
  justNow: 'gerade eben',
  minutesAgo: (n) => `vor ${n} Min.`,
  hoursAgo: (n) => `vor ${n} Std.`,
  unit: (unit, number) => (unit !== 'rows' ? unit : number === '1' ? 'Zeile' : 'Zeilen'),
  of: (what) => OF[what],
  kind: (kind) => KIND[kind],
};
