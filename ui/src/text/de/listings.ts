import { counted } from '../digits';
import type { Text } from '../shape';

export const listings: Text['listings'] = {
  title: 'Angebote',
  sub: 'Ihre signierten Angebote auf dem Markt.',
  create: 'Neues Angebot',
  none: 'Noch steht nichts zum Verkauf.',
  noneHint:
    'Ein Angebot sagt, was gemessen wird, wie viel eine Person ausmachen kann und was jedes ε kostet.',
  listing: 'Angebot',
  status: 'Stand',
  sold: 'Verkauft, bis zur Obergrenze',
  priceInAll: 'Preis insgesamt',
  signed: 'Signiert',
  sealed: 'versiegelt',
  atLevel: (level) => `bei ${level}`,
  free: 'kostenlos',
  soldOf: (title) => `Verkauft von ${title}`,

  noSuch: 'Kein solches Angebot',
  ownNumbers: (population) => `Ihre eigenen Zahlen, zur Population „${population}“`,
  ofDataset: (name, population) => `aus dem Datensatz „${name}“, zur Population „${population}“`,
  ofPopulation: 'Es erhöht den Verlust der Population',
  duplicate: 'Kopieren …',
  correct: 'Berichtigen …',
  overCopy: 'Eine begonnene Kopie ist noch nicht signiert',
  overCopyIntro: (title) =>
    `Sie ist eine Kopie von „${title}“ und steht unter „Neues Angebot“. Es gibt immer nur eine: Die neue tritt an ihre Stelle.`,
  overCopyButton: 'Die Kopie aufgeben',
  keepCopy: 'Die Kopie behalten',
  reprice: 'Preis ändern …',
  seal: 'Versiegeln …',
  withdraw: 'Zurückziehen …',

  withdrawTitle: 'Vom Markt zurückziehen',
  withdrawIntro:
    'Niemand kann es mehr bestellen. Was verkauft ist, bleibt verkauft. Das lässt sich nicht rückgängig machen.',
  waiting: (n) =>
    `${counted(n, 'Bestellung wartet darauf und kann', 'Bestellungen warten darauf und können')} dann nicht mehr genehmigt werden. Genehmigen Sie vorher, was bezahlt ist, und lehnen Sie die anderen ab.`,
  reason: 'Grund',
  reasonHint: 'Wird signiert und veröffentlicht.',
  needsReason: 'Wer ein Angebot zurückzieht, muss einen Grund nennen.',
  needsReasonHint: 'Er wird signiert und veröffentlicht: schreiben Sie ihn für die Käufer.',
  withdrawButton: 'Angebot zurückziehen',
  keepIt: 'Behalten',

  sealTitle: 'Ihre Zahlen löschen und weiter verkaufen',
  sealIntro: (ceiling, top) =>
    `Seine Zahlen und der Startwert seines obersten Rauschens werden endgültig aus dieser Mappe gelöscht. Jede Stufe bis ${ceiling} wird verkauft wie zuvor, mit denselben Zahlen, aus der Antwort bei ${top}; nur sie wird aufbewahrt.`,
  sealAfter:
    'Einem Prüfer kann danach keine Öffnung mehr gewährt werden, und die Obergrenze lässt sich nicht mehr anheben.',
  sealBackups: 'Frühere Sicherungskopien behalten, was sie haben.',
  sealButton: 'Löschen und versiegeln',
  withdrawnSince: (when) => `Zurückgezogen am ${when}. Was verkauft ist, bleibt verkauft.`,
  withdrawnFor: 'Der angegebene Grund:',
  sealedSince: (when, pending) =>
    pending
      ? `Versiegelt seit ${when}: Seine Zahlen und der Startwert seines obersten Rauschens sind ersetzt, aber auf dem Datenträger noch nicht überschrieben. Das wird beim nächsten Öffnen der Mappe noch einmal versucht.`
      : `Versiegelt seit ${when}: Seine Zahlen und der Startwert seines obersten Rauschens sind aus dieser Mappe gelöscht.`,
  sealedKeeps: (level) =>
    `Es wird weiter verkauft, aus der Antwort bei ${level}: Das ist das Meiste, was ein Angreifer, der diese Mappe kopiert, über sie erfahren könnte.`,

  repriceTitle: 'Preis ändern',
  repriceIntro:
    'Eine neue Fassung auf demselben Rauschen. Bereits verkaufte Stufen behalten ihren Preis; Bestellungen zum alten Preis werden abgelehnt.',
  repriceButton: 'Neue Fassung signieren',
  keepPrice: 'Preis behalten',

  soldToCeiling: 'bis zur Obergrenze verkauft',
  soldToCeilingMeans:
    'Die Obergrenze ist erreicht. Andere können noch bis zu ihr kaufen; das fügt keinen Verlust hinzu.',
  soldSoFar: 'Bisher verkauft, bis zur Obergrenze',
  soldHint:
    'Das höchste ε, das ein Käufer hält. Käufer, die ihre Bestände zusammenlegen, wissen nicht mehr als das.',
  capLeaves: (level) =>
    `Die anderen Fragen zu seiner Population haben einen Teil der Grenze verbraucht: Dieses ist noch bis ${level} zu verkaufen, rot markiert.`,
  states: (level) => `Ihre Mappe gibt Käufern an: verfügbar bis ${level}.`,
  statesNone: 'Ihre Mappe gibt Käufern an: derzeit nichts verfügbar.',
  statesNot: 'Ihre Mappe gibt Käufern nicht an, was sie derzeit liefern kann.',
  toSettings: 'Einstellungen',
  buyersSee: 'Was Käufer sehen',
};
