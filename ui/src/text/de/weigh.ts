import type { Text } from '../shape';

export const weigh: Text['weigh'] = {
  slider: 'Gewünschtes ε',
  value: (level, pounds) => `${level}, ${pounds}`,
  held: 'im Bestand',
  more: (pounds) => `+ ${pounds}`,
  less: 'Ein Schritt weniger',
  greater: 'Ein Schritt mehr',
  by: 'Was Sie angeben',
  byWeight: 'Nach Gewicht',
  byAccuracy: 'Nach Genauigkeit',
  accuracy: (unit) => (unit === '' ? 'Höchstens ±' : `Höchstens ±, in ${unit}`),
  accuracyOf: 'für',
  noMeanYet:
    'Das Intervall des Mittelwerts hängt von der Zahl der Zeilen ab, die der Verkäufer nicht nennt. Nach Ihrem ersten Kauf wird es mit der Anzahl in Ihrem Bestand gezeigt.',
  badAccuracy: (typed) => `„${typed}“ ist keine halbe Breite.`,
  badAccuracyHint: 'Geben Sie eine Zahl über 0 ein, etwa 0,5.',
  least: (level) => `${level} ist die niedrigste Stufe dafür.`,
  about: (text) => `≈ ${text}`,
  of: (a, b) => `${a} von ${b}`,
  noCap: (a) => `${a} · ohne Grenze`,
  step: (a, b) => `${a} → ${b}`,
};
