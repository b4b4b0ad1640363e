import { count } from '../../lib/format';
import type { Text } from '../index.svelte';

export const work: Text['work'] = {
  step: {
    check: 'Die Datei wird durchgelesen',
    store: 'Die Zeilen werden verschlüsselt abgelegt',
    load: 'Die abgelegte Tabelle wird geöffnet',
    compute: 'Das Merkmal wird berechnet',
    before: 'Das bisher gehaltene Rauschen wird gelesen',
    noise: 'Das zu verkaufende Rauschen wird gelesen',
    verify: 'Signaturen und Hashwerte werden geprüft',
    compare: 'Verglichen wird mit dem Veröffentlichten',
  },
  beginning: 'Es beginnt',
  finishing: 'Es wird abgeschlossen',
  stopping: 'Es wird angehalten',
  stopped: 'Angehalten. Nichts wurde geändert.',
  of: {
    bytes: (done, total) => `${done} von ${total}`,
    rows: (done, total) => `${done} von ${total} Zeilen`,
    coordinates: (done, total) => `${done} von ${total} Werten`,
    files: (done, total) => `${done} von ${total} Dateien`,
  },
  left: (duration) => `noch etwa ${duration}`,
  fewSeconds: 'noch einige Sekunden',
  seconds: (n) => `${count(n)} s`,
  minutes: (n) => `${count(n)} Min.`,
  cancel: 'Abbrechen',
};
