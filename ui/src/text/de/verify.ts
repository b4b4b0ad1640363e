import { count, counted } from '../digits';
import type { Text } from '../shape';
import { unitNamed } from './phrases';

export const verify: Text['verify'] = {
  title: 'Nachprüfen',
  sub: 'Hauptbücher, Bündel, Kopien und Prüfpunkte beliebiger Eigentümer, oder die veröffentlichten Hauptbücher eines Marktes. Braucht keine Mappe und kein Netz.',
  checked: (files) => `${counted(files, 'Datei', 'Dateien')} geprüft, ohne Netz`,
  file: 'Zu prüfende Datei oder zu prüfender Markt',
  fileHint: 'Wählen Sie Dateien aus, oder ziehen Sie welche auf das Fenster.',
  thisMarket: 'Markt dieser Mappe hinzufügen',
  add: 'Hinzufügen',
  browse: 'Durchsuchen …',
  browseFor: 'Durchsuchen … nach Dateien zum Prüfen',
  choose: 'Zu prüfende Dateien',
  known: 'Hauptbücher, Bündel, Kopien, Prüfpunkte',
  allFiles: 'Alle Dateien',
  leaveOut: 'weglassen',
  leaveOutFile: (file) => `${file} weglassen`,
  checking: 'Wird geprüft …',
  outdated:
    'Die Liste der Dateien hat sich geändert. Das Ergebnis unten gilt für die vorigen Dateien.',
  checkAgain: 'Erneut prüfen',
  check: 'Prüfen',
  startOver: 'Von vorn beginnen',
  everything:
    'Jede Signatur, jeder Preis, jede Stufe und jeder Hashwert in diesen Dateien wird geprüft.',

  replay: {
    title: 'Mit einer Öffnung neu berechnen',
    about:
      'Ein Eigentümer kann Ihnen ein Angebot öffnen. Jede Freigabe in den Dateien wird dann aus Startwerten und Daten neu berechnet und Bit für Bit verglichen.',
    opening: 'Öffnung',
    openingHint:
      'Eine Datei, die ein Eigentümer für diese Mappe gemacht hat. Geben Sie oben auch sein Hauptbuch und die Bündel an.',
    openings: 'Öffnungen',
    forget: 'Ohne sie',
    needsHome:
      'Eine Öffnung ist für eine Mappe verschlüsselt: Öffnen Sie die Mappe, für die sie gemacht wurde.',
    recipient:
      'Ihr öffentlicher age-Schlüssel (age1…), für Eigentümer, die Ihnen eine Öffnung gewähren',
    recipientWhat: 'Ihren öffentlichen age-Schlüssel',
    check: 'Prüfen und neu berechnen',
    result: 'Neuberechnung',
    same: (n) => `${counted(n, 'Freigabe', 'Freigaben')} neu berechnet: alle gleich, Bit für Bit.`,
    differ: (wrong, all) =>
      `${count(wrong)} von ${count(all)} neu berechneten Freigaben sind nicht gleich.`,
    none: 'Keine Freigabe wurde neu berechnet.',
    commitment: (right) =>
      right
        ? 'Unterzeichner, Startwerte und Daten der Öffnung entsprechen den Festlegungen des Angebots.'
        : 'Die Öffnung entspricht nicht den Festlegungen des Angebots.',
  },

  coverage: {
    title: 'Nicht geprüft',
    add: {
      ledger: 'Hauptbuch hinzufügen …',
      bundles: 'Bündel hinzufügen …',
      checkpoint: 'Prüfpunkt hinzufügen …',
      opening: 'Öffnung hinzufügen …',
    },
    leftOut: (files) => `Kein Teil der Bücher: ausgelassen. ${files.join(', ')}`,
    files: {
      ledger: 'Hauptbücher',
      bundles: 'Bündel',
      checkpoint: 'Prüfpunkte',
      opening: 'Öffnungen',
    },
  },

  detail: {
    consists: 'Vergleiche',
    lookedAt: 'Geprüft',
    comparedWith: 'Verglichen mit',
    times: 'Anzahl',
    wrongTimes: 'Falsch',
    findings: 'Befunde',
    oneByOne: 'Im Einzelnen',
    firstOf: (shown, all) => `die ersten ${count(shown)} von ${count(all)}`,
    agrees: 'stimmt überein',
    differs: 'weicht ab',
    byHand: 'Von Hand',
    notMade: 'Diese Dateien enthalten kein Dokument für diesen Prüfschritt.',
    lacks: {
      ledger: 'kein Hauptbuch vorgelegt',
      bundles: 'keine Bündel vorgelegt',
      checkpoint: 'kein anderer Prüfpunkt vorgelegt',
      opening: 'keine Öffnung vorgelegt',
    },
    lacksSome: {
      ledger: 'nicht das Hauptbuch jedes Eigentümers vorgelegt',
      bundles: 'nicht alle Bündel vorgelegt',
      checkpoint: 'nicht von jedem Eigentümer ein anderer Prüfpunkt vorgelegt',
      opening: 'nicht von jedem Angebot eine Öffnung vorgelegt',
    },
  },

  noise: {
    title: 'Zuwächse und die Verteilung des Rauschens',
    figure: 'Änderungen von Freigabe zu Freigabe',
    across: (width) =>
      width === 1
        ? 'Änderung, in Schrittweiten'
        : `Änderung, in Schrittweiten, ${count(width)} je Balken`,
    legend: 'Balken: freigegebene Werte. Linie: ehrliches Rauschen.',
    samples: 'Stichproben',
    pairs: (n) => counted(n, 'Paar von Freigaben', 'Paare von Freigaben'),
    unchanged: 'unverändert',
    unchangedOf: (n, expected, low, high) =>
      `${n}; ehrliches Rauschen: ${expected}, ${low} bis ${high} (95 %)`,
    chi: 'χ²',
    chiOn: (statistic, degrees) =>
      `${statistic} bei ${counted(degrees, 'Freiheitsgrad', 'Freiheitsgraden')}`,
    p: 'p, über alle Größen',
    pUnchanged: 'p, für die Zahl der unveränderten',
    alarms: 'Fehlalarme',
    alarmsAt: (rate) =>
      `weniger als 1 in ${rate} Prüfungen von Bündeln, die nicht nach ihren Werten ausgewählt sind`,
    steps: 'Verglichene Freigaben',
  },

  report: {
    advice: {
      holds: 'stimmt',
      wrong: 'nicht darauf verlassen',
      newer_version: 'Poundwise aktualisieren',
      nothing_checked: 'nichts geprüft',
    },
    partly: 'stimmt, soweit geprüft',
    state: { holds: 'stimmt', wrong: 'falsch', not_checked: 'nicht geprüft' },
    held: (held, all, findings) =>
      `${count(held)} von ${counted(all, 'Prüfschritt', 'Prüfschritten')} durchgeführt und richtig${
        findings > 0 ? `; unten ${counted(findings, 'Befund', 'Befunde')}` : ''
      }.`,
    wrong: 'Befunde',
    check: 'Prüfschritt',
    finding: 'Befund',
    where: 'Ort',
    first: (shown, all, saved) =>
      `Die ersten ${count(shown)} von ${count(all)}; der gespeicherte Bericht enthält bis zu ${count(saved)}.`,
    checks: 'Prüfschritte',
    against: 'Verglichen mit',
    found: 'Gefunden',
    outcome: 'Ergebnis',
    copies: 'Kopien von Käufern',
    copiesWhy:
      'Ein Käufer hat die Werte stärker verrauscht und signiert. Der Eigentümer der Daten hat diese Werte nicht signiert. Kopien mehrerer Käufer zusammen können so viel verraten, wie diese Käufer haben.',
    copyBy: (file, maker) => `${file}, von ${maker}`,
    noRelease: 'die genannte Freigabe liegt nicht vor',
    releaseIn: (file) => `die Freigabe dazu liegt in ${file}`,
    subjects: 'Wessen Aufzeichnungen',
    noName: 'ohne Namen',
    nobody: 'Kein Eigentümer gefunden.',
    limits: 'Grenzen dieser Prüfung',
    keep: 'Bericht speichern',
    file: 'Datei des Berichts',
    save: 'Bericht speichern',
    format: 'Dateiformat',
    html: 'HTML, zum Lesen und Drucken',
    json: 'JSON, für Programme',
  },

  books: {
    title: (owner) => (owner === '' ? 'Bücher des Eigentümers' : `Bücher von ${owner}`),
    partial:
      'Diese Bücher enthalten nur die Käufe in den vorgelegten Bündeln, nicht ein ganzes Hauptbuch.',
    receipts: 'Quittungen',
    buyers: 'Käufer',
    received: 'erhaltenes Geld',
    credit: 'auf Rechnung verkauft',
    onCredit: (sum) => `${sum} auf Rechnung`,
    free: 'kostenlos',
    insteadOf: (n, sum) => `${count(n)} (Listenpreis ${sum})`,
    counts:
      'Erhaltenes Geld ist die Summe der Quittungen, die als bezahlt gelten. Ein Verkauf auf Rechnung bleibt hier auf Rechnung, auch wenn er später bezahlt wird, denn keine Quittung vermerkt die Zahlung. Kostenlose Verkäufe zählen nicht als Geld; ihr Listenpreis steht daneben.',
    openings: 'gewährte Öffnungen',
    loss: 'Verlust, auf gemeinsamen Rauschpfaden',
    independent: 'wenn die Freigaben unabhängig wären',
    populations: 'Populationen, Verlust und Grenze',
    populationLoss: 'Verlust der Population',
    oneUnit: (unit) => `eine Einheit: ${unitNamed(unit)}`,
    questions: (n) => counted(n, 'Frage', 'Fragen'),
    carries: (level) => `${level} mitgebracht`,
    opened: (n) => `${counted(n, 'Öffnung', 'Öffnungen')} gewährt`,
    listings: 'Fragen, höchstes verkauftes ε und Obergrenze',
    listingSold: (title) => `Verkauft von ${title}`,
  },

  missing: {
    title: 'Vorgelegte und fehlende Bündel',
    why: 'Ein Test des Rauschens behält seine Fehlalarmrate nur bei Bündeln, die nicht nach ihren Werten ausgewählt sind. Nur das ganze Hauptbuch zeigt, ob alle vorliegen.',
  },
};
