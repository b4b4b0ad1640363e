import { count, counted } from '../digits';
import type { Text } from '../shape';

export const moments: Text['moments'] = {
  variables: 'Variablen',
  variablesHint:
    'Käufer berechnen den Mittelwert jeder Variablen, mit Quadraten auch Standardabweichungen, Korrelationen und Regressionen. Eine Zeile zählt, wenn keine Variable fehlt.',
  variableNumber: (n) => `Variable Nr. ${count(n)}`,
  addVariable: 'Variable hinzufügen',
  role: 'Rolle',
  roles: {
    squares: 'mit Standardabweichung',
    'two-valued': 'einer von zwei Werten',
    'mean-only': 'nur Mittelwert',
  },
  roleHints: {
    squares:
      'Eine Zahl jenseits einer Schranke zählt als die Schranke. Geben Sie plausible Schranken an, nicht die der Daten.',
    'two-valued':
      'Bei zwei Texten ist der Mittelwert der Anteil des zweiten. Eine Zeile mit einem anderen Wert zählt nicht.',
    'mean-only':
      'Ohne ihr Quadrat gibt es keine Standardabweichung, keine Korrelation und keine Regression.',
  },
  low: 'Untere Schranke',
  high: 'Obere Schranke',
  oneValue: 'Ein Wert',
  otherValue: 'Der andere Wert',
  groups: 'Gruppen',
  groupNumber: (n) => `Gruppiert nach Spalte ${count(n)}`,
  groupsHint:
    'Alle Angaben werden für jede Gruppe berechnet, und der Rest ist die Gruppe „other“. Ohne Spalte sind alle Zeilen eine Gruppe.',
  addGroup: 'Nach einer Spalte gruppieren',
  cost: 'Was jede Spalte kostet',
  numbers: (values, steps) =>
    `${counted(values, 'Wert', 'Werte')} in einer Antwort. Eine Einheit ändert sie um höchstens ${counted(steps, 'Schritt', 'Schritte')}.`,
  choice: 'Wahl',
  values: 'Werte',
  noise: 'Rauschen der Zeilenzahl einer Gruppe bei ε\u00a01',
  noiseOnRows: 'Das Rauschen auf den Zeilen einer Gruppe',
  asStated: 'Wie angegeben',
  changes: {
    'variable-less': (column) => `Ohne die Variable ${column}`,
    'variable-more': (column) => `Mit ${column} als weiterer Variablen`,
    'group-less': (column) => `Nicht nach ${column} gruppiert`,
    'group-more': (column) => `Auch nach ${column} gruppiert`,
  },
  costHint:
    'Das Rauschen auf den anderen Angaben einer Gruppe wächst mit ihm. Mehr Gruppen haben jeweils weniger Zeilen. Angaben über mehrere Gruppen zusammen haben das Rauschen aller dieser Gruppen.',
};
