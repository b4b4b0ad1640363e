import { counted } from '../digits';
import type { Text } from '../shape';

export const codebooks: Text['codebooks'] = {
  title: 'Codebücher',
  sub: 'Gespeicherte Angaben zu Spalten, unter einem Namen. Sie enthalten keine Daten.',
  none: 'Noch keine Codebücher.',
  noneHint:
    'Speichern Sie eines, wenn Sie mehrere Spalten anbieten, oder importieren Sie eines aus einer Datei.',
  columns: (n) => counted(n, 'Spalte', 'Spalten'),
  keptAt: (when) => `gespeichert ${when}`,
  show: (name) => `Spalten von „${name}“`,
  column: 'Spalte',
  listingTitle: 'Titel',
  kind: 'Art',
  stated: 'Angaben',
  unit: 'Einheit',
  bounds: (low, high) => `${low} bis ${high}`,
  step: (step) => `Schrittweite ${step}`,
  declared: 'die angegebenen Werte',
  importTitle: 'Aus einer Datei importieren',
  importIntro:
    'Eine CSV-Datei mit Kommas, Semikolons, Tabulatoren oder senkrechten Strichen zwischen den Zellen. Ihre erste Zeile nennt die Spalten: column, title, kind, low, high, step, unit, bins, edges, value. Eine Zeile je Spalte; Klassen (bins) und Klassengrenzen (edges) sind Listen mit Kommas in einer Zelle.',
  name: 'Name',
  nameHint: 'Ihr eigener Name dafür.',
  file: 'Datei',
  import: 'Importieren',
  replace: 'Das Codebuch mit diesem Namen ersetzen',
  imported: (name) => `„${name}“ ist gespeichert.`,
  export: 'Exportieren …',
  exportOf: (name) => `„${name}“ exportieren`,
  exportFile: 'CSV-Datei',
  exportButton: 'Datei schreiben',
  remove: 'Entfernen …',
  removeOf: (name) => `„${name}“ entfernen`,
  removeTitle: (name) => `Das Codebuch „${name}“ entfernen`,
  removeIntro:
    'Angebote, die damit gemacht wurden, bleiben. Das Codebuch lässt sich nicht wiederherstellen.',
  removeButton: 'Codebuch entfernen',
  keep: 'Behalten',
};
