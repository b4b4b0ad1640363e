import { counted } from '../digits';
import type { Text } from '../shape';

export const codebooks: Text['codebooks'] = {
  title: 'Codebücher',
  sub: 'Wie Spalten angeboten werden, unter einem Namen behalten. Nichts darin stammt aus Daten.',
  none: 'Noch ist kein Codebuch behalten.',
  noneHint:
    'Behalten Sie eines, wenn Sie mehrere Spalten anbieten, oder lesen Sie eines aus einer Datei ein.',
  columns: (n) => counted(n, 'Spalte', 'Spalten'),
  keptAt: (when) => `behalten ${when}`,
  show: (name) => `Spalten von „${name}“`,
  column: 'Spalte',
  listingTitle: 'Titel',
  kind: 'Art',
  stated: 'Angaben',
  unit: 'Einheit',
  bounds: (low, high) => `${low} bis ${high}`,
  step: (step) => `in Schritten von ${step}`,
  declared: 'die angegebenen Werte',
  importTitle: 'Aus einer Datei einlesen',
  importIntro:
    'Eine CSV-Datei, mit Kommas, Semikolons oder Tabulatoren zwischen den Zellen, deren erste Zeile sagt, was wo steht: column, title, kind, low, high, step, unit, bins, edges, value. Eine Zeile je Spalte; Klassen (bins) und Klassengrenzen (edges) sind Listen mit Kommas in einer Zelle.',
  name: 'Name',
  nameHint: 'Ihr eigener Name dafür.',
  file: 'Datei',
  import: 'Einlesen',
  replace: 'Das Codebuch dieses Namens ersetzen',
  imported: (name) => `„${name}“ ist behalten.`,
  export: 'Exportieren …',
  exportOf: (name) => `„${name}“ exportieren`,
  exportFile: 'CSV-Datei',
  exportButton: 'Datei schreiben',
  remove: 'Entfernen …',
  removeOf: (name) => `„${name}“ entfernen`,
  removeTitle: (name) => `Das Codebuch „${name}“ entfernen`,
  removeIntro:
    'Was damit angeboten wurde, bleibt. Das Codebuch selbst lässt sich nicht zurückholen.',
  removeButton: 'Codebuch entfernen',
  keep: 'Behalten',
};
