import type { Text } from '../shape';

export const ranges: Text['ranges'] = {
  title: 'Bereiche und Quantile',
  how: 'Aus Ihrer Antwort berechnet, kostenlos und ohne Verlust an Privatheit. Innerhalb einer Klasse gelten die Zeilen als gleichmäßig verteilt.',
  quartiles: {
    '0.25': 'Unteres Quartil',
    '0.5': 'Median',
    '0.75': 'Oberes Quartil',
  },
  spread: 'Quartilsabstand',
  tooFew: 'zu wenige Zeilen für eine Schätzung',
  from: 'Von',
  to: 'Bis',
  curve: (column) => `Zeilen unter jedem Wert von ${column}`,
  selected: 'gewählter Bereich',
  band: '95-%-Rauschintervall',
  cells: 'Andere Spalten',
  hint: 'Ziehen Sie über das Bild, um einen Bereich zu wählen, oder verschieben Sie seine beiden Enden mit den Pfeiltasten.',
  range: (low, high) => `${low} bis ${high}`,
  rows: (rows) => `${rows} Zeilen`,
  share: (share, interval) => `${share} aller Zeilen (${interval})`,
  interval: (low, high) => `${low} bis ${high}`,
};
