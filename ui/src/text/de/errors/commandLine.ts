import type { Says } from '../../en/errors';

/** The command line alone. */
export const commandLine = {
  usage: ['Das ist so nicht zu verstehen.', '`poundwise --help` zeigt, was es gibt.'],
  confirm: [
    'Eine Öffnung gibt die Daten preis und lässt sich nicht zurücknehmen.',
    'Stimmen Sie ausdrücklich zu.',
  ],
  'confirmation-needed': [
    'Das lässt sich nicht rückgängig machen und muss bestätigt werden.',
    'Nichts wurde geändert.',
  ],
  'not-confirmed': ['Es wurde nicht bestätigt.', 'Nichts wurde geändert.'],
  output: ['Die Antwort ließ sich nicht ausgeben.', 'Was verlangt war, ist getan.'],
  'export-to-stdout': [
    'Mit `--json` steht in der Ausgabe nichts als JSON.',
    'Nennen Sie eine Datei.',
  ],
  'export-to-terminal': [
    'Diese Datei ist nicht für ein Terminal.',
    'Nennen Sie eine Datei, in die sie geschrieben wird.',
  ],
  'demo-folder': [
    'Für die Vorführung ist kein Ordner da.',
    'Nennen Sie einen, in den Sie schreiben dürfen.',
  ],
  count: ['Diese Anzahl von Koordinaten geht nicht.', 'Verlangen Sie eine oder mehr.'],
  seed: ['Das ist kein Startwert.', 'Er hat 64 hexadezimale Ziffern.'],
  noise: [
    'Ein solches Rauschen gibt es nicht.',
    'D geht von 1 bis 2^40 Schritten, und D/ε bleibt unter 2^50.',
  ],
  'top-below-level': ['Eine Stufe liegt über dem Ende des Rauschpfads.', 'Darüber gibt es nichts.'],
} satisfies Partial<Says>;
