import { count } from '../digits';
import type { Text } from '../shape';

export const figuresOf: Text['figuresOf'] = {
  title: 'Gruppen, Korrelationen und Regressionen',
  intro:
    'Aus Ihrer Antwort berechnet, kostenlos und ohne Verlust an Privatheit. Auf einer höheren Stufe sind alle genauer.',
  level: 'Stufe',
  interval: (low, high) => `${low} bis ${high}`,
  tooUncertain: 'zu unsicher',
  tooUncertainBelow: (level) => `zu unsicher; versuchen Sie etwa ε\u00a0${level}`,
  notAsked: '—',

  groups: (level) => `Gruppen, bei ${level}`,
  groupsBy: (columns) => `Gruppen nach ${columns}`,
  allRows: (level) => `Mittelwerte, bei ${level}`,
  allRowsOf: 'Mittelwerte aller Zeilen',
  everyRow: 'alle Zeilen',
  variable: 'Variable',
  rows: 'Zeilen',
  mean: 'Mittelwert',
  deviation: 'Standardabweichung',
  sum: 'Summe',
  shareOf: (value, column) => `Anteil von ${value} in ${column}`,
  together: (groups) => `${count(groups)} Gruppen zusammen`,
  merge: 'Angekreuzte Gruppen zusammenlegen',
  part: 'Wieder jede Gruppe zeigen',
  clamped:
    'Alle Angaben beziehen sich auf begrenzte Werte: Eine Zahl jenseits einer Schranke des Angebots zählt als die Schranke. Zeilen, in denen eine Variable fehlt, zählen nicht.',
  divisor: 'Standardabweichungen haben die Zeilenzahl als Nenner.',
  mergedNoise: 'Angaben über zusammengelegte Gruppen haben das Rauschen aller dieser Gruppen.',

  correlations: (level) => `Korrelationen, bei ${level}`,
  correlationsOf: 'Korrelationen der Variablen',
  itself: '1',
  heat: 'Je dunkler eine Zelle, desto weiter liegt ihre Korrelation von 0 entfernt: grün über 0, ocker darunter.',
  overAll: 'Sie gelten über alle Gruppen hinweg.',

  fit: (level) => `Regression, bei ${level}`,
  response: 'Zielgröße',
  predictors: 'Prädiktoren',
  factors: 'Faktoren',
  withoutOther: 'Zeilen in „other“ weglassen',
  choose: 'Wählen Sie einen Prädiktor oder einen Faktor.',
  noFit: 'Die Koeffizienten sind zu unsicher.',
  noFitBelow: (level) =>
    `Die Koeffizienten sind auf dieser Stufe zu unsicher. Versuchen Sie etwa ε\u00a0${level}.`,
  coefficients: 'Koeffizienten der Regression',
  term: 'Term',
  intercept: 'Achsenabschnitt',
  estimate: 'Schätzung, Rauschintervall',
  standardError: 'Standardfehler',
  both: 'Beides zusammen (95\u00a0%)',
  rSquared: 'R²',
  residuals: 'Standardabweichung der Residuen',
  withoutInterval: 'ohne Rauschintervall',
  noisyRows: 'Zeilen, mit Rauschen',
  line: (response, predictor) => `Gerade für ${response} nach ${predictor}`,
  fitted: (fitted, interval) => `${fitted}, ${interval}`,
  bothHow:
    'Das Rauschintervall enthält den Koeffizienten dieser Tabelle. Beides zusammen ist ein Intervall für alle, aus denen die Tabelle eine Stichprobe ist, wenn das Modell zutrifft.',
  noStandardErrors: 'Es gibt keine Standardfehler: Zeilen einer Person sind nicht unabhängig.',
  noP: 'Es gibt keine p-Werte: Ihre Berechnung kennt das Rauschen nicht.',
  afterwards:
    'Intervalle von Modellen, die nach dem Blick auf andere gewählt werden, gelten jedes für sich, nicht alle zugleich.',
};
