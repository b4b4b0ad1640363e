import type { Says } from '../../en/errors';

/** Errors in a listing's draft. */
export const drafts = {
  'no-title': [
    'Das Angebot hat keinen Titel.',
    'Sagen Sie in ein paar Worten, was verkauft wird: Käufer finden es an seinem Titel.',
  ],
  kind: [
    'Diese Art von Merkmal gibt es nicht, oder sie passt nicht zum Datensatz.',
    'Anzahl, Summe, Mittelwert und Histogramm gibt es von einem Datensatz, Wert und Vektor von eigenen Zahlen.',
  ],
  'option-does-not-belong': ['Eine der Angaben passt nicht zu dieser Art.', 'Lassen Sie sie weg.'],
  'no-column': ['Die Spalte fehlt.', 'Wählen Sie eine.'],
  filter: [
    'Diese Bedingung ist nicht zu verstehen.',
    'Wählen Sie Spalte und Vergleich, und geben Sie den Wert an: bei Zahlen eine Zahl, bei einem Datum einen Tag wie 2026-11-28.',
  ],
  'no-bounds': [
    'Die Schranken fehlen.',
    'Geben Sie an, von wo bis wo jede Zahl zählt: was plausibel ist, nie, was in den Daten steht.',
  ],
  bounds: [
    'Die untere Schranke liegt nicht unter der oberen.',
    'Geben Sie zwei Zahlen an, die kleinere zuerst, etwa von −10 bis 37,5.',
  ],
  'no-step': [
    'Die Schrittweite fehlt.',
    'Sie ist das Raster der Antwort, etwa 0,01: weit unter der Genauigkeit, die Sie verkaufen.',
  ],
  'no-step-advised': [
    'Es fehlt ein Preis oder eine Obergrenze: Danach richtet sich die empfohlene Schrittweite.',
    'Geben Sie einen Preis an, oder wählen Sie selbst eine Schrittweite.',
  ],
  step: ['Die Schrittweite liegt nicht über 0.', 'Geben Sie eine Zahl über 0 an, etwa 0,01.'],
  'bins-and-edges': [
    'Eine Spalte hat Klassen oder Klassengrenzen, nicht beides.',
    'Lassen Sie eines weg.',
  ],
  'no-value': ['Der Wert fehlt.', 'Geben Sie ihn an, etwa 12,5.'],
  'no-file': ['Die Datei mit den Werten fehlt.', 'Geben Sie eine mit einer Zahl je Zeile an.'],
  'not-a-number': [
    'Das ist keine Zahl, oder sie hat zu viele Stellen.',
    'Schreiben Sie sie ohne Trennzeichen zwischen den Tausendern, etwa 1250,5, mit höchstens 37 Stellen, davon höchstens 18 nach dem Komma.',
  ],
  'no-protect': [
    'Der zu schützende Abstand fehlt.',
    'Geben Sie den Abstand an, innerhalb dessen niemand Ihre Zahlen unterscheiden können soll.',
  ],
  protect: ['Dieser Abstand schützt nichts.', 'Geben Sie eine Zahl über 0 an.'],
  'rows-not-public': [
    'Eine öffentliche Zeilenzahl kann verraten, ob eine Person in den Daten ist.',
    'Ist die Zahl anderswo bekannt, bestätigen Sie das; sonst lassen Sie sie weg.',
  ],
  'bad-list': [
    'Diese Aufzählung ist nicht zu verstehen.',
    'Trennen Sie mit Kommas, und setzen Sie, was ein Komma enthält, in doppelte Anführungszeichen.',
  ],
  tariff: [
    'Der Preis ist nicht zu verstehen, oder er gilt für diese Stufe nicht.',
    'Geben Sie zu jeder Stufe an, was alles bis dorthin kostet: Stufen und Preise steigen.',
  ],
  'tariff-too-short': [
    'Der Preis reicht nicht bis zur Obergrenze.',
    'Geben Sie für jede Stufe bis dahin einen an, oder senken Sie die Obergrenze.',
  ],
  'tariff-unchanged': [
    'Diesen Preis hat das Angebot schon, und es wurde nichts geändert.',
    'Geben Sie einen anderen an, oder lassen Sie es, wie es ist.',
  ],
  'pay-to': [
    'Das ist weder eine IBAN noch eine payto-Adresse.',
    'Geben Sie die IBAN eines Kontos an, oder lassen Sie das Feld leer.',
  ],
  currency: ['Das ist keine Währung.', 'Geben Sie ihr Kürzel an, etwa EUR.'],
  epsilon: [
    'Das ist keine Stufe.',
    'Schreiben Sie eine Zahl über 0 mit höchstens sechs Nachkommastellen, etwa 0,5.',
  ],
  'zero-epsilon': ['ε 0 ist nichts.', 'Geben Sie eine Stufe über 0 an, etwa 0,5.'],
  grain: [
    'Die Obergrenze ist kein Vielfaches des kleinsten Schritts.',
    'Wählen Sie beide so, dass sie es ist.',
  ],
  'top-below-ceiling': [
    'Der Rauschpfad endet unter der Obergrenze, und darüber lässt sich nichts verkaufen.',
    'Heben Sie sein Ende an.',
  ],
  'ceiling-over-cap': [
    'Die Obergrenze liegt über der Grenze der Population, und mehr wird nie verkauft.',
    'Senken Sie sie.',
  ],
  sensitivity: [
    'Das lässt sich so nicht freigeben.',
    'Nehmen Sie engere Schranken, einen gröberen Schritt oder größere Stufen.',
  ],
  text: [
    'Einer der Texte ist leer oder zu lang, oder ein Zeichen darin ist nicht zu sehen.',
    'Tippen Sie ihn neu ein.',
  ],
  document: [
    'So lässt sich das nicht signieren.',
    'Nichts wurde geändert; ändern Sie die genannte Stelle, und versuchen Sie es noch einmal.',
  ],
} satisfies Partial<Says>;
