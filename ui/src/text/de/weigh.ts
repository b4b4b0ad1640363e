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
    'Das Intervall des Mittelwerts hängt von der Zahl der Zeilen ab, die der Verkäufer nicht nennt. Es wird ab Ihrem ersten Kauf gezeigt, nach der Anzahl, die Sie dann halten.',
  badAccuracy: (typed) => `„${typed}“ ist keine halbe Breite.`,
  badAccuracyHint: 'Schreiben Sie eine Dezimalzahl über 0, etwa 0,5.',
  least: (level) => `${level} ist das Geringste, das dafür reicht.`,
  about: (text) => `≈ ${text}`,
  of: (a, b) => `${a} von ${b}`,
  noCap: (a) => `${a} · ohne Grenze`,
  step: (a, b) => `${a} → ${b}`,
};
