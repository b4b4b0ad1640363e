import { counted } from '../digits';
import type { Text } from '../shape';

export const listings: Text['listings'] = {
  title: 'Angebote',
  sub: 'Ihre signierten Angebote auf dem Markt.',
  create: 'Neues Angebot',
  none: 'Noch keine Angebote.',
  noneHint:
    'Ein Angebot nennt eine Frage, die Wirkung einer Person auf die Antwort und den Preis jedes ε.',
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
    `Sie ist eine Kopie von „${title}“ und steht unter „Neues Angebot“. Nur eine Kopie wird aufbewahrt: Die neue ersetzt sie.`,
  overCopyButton: 'Die Kopie verwerfen',
  keepCopy: 'Die Kopie behalten',
  reprice: 'Preis ändern …',
  seal: 'Versiegeln …',
  withdraw: 'Zurückziehen …',

  withdrawTitle: 'Vom Markt zurückziehen',
  withdrawIntro:
    'Es lässt sich nicht mehr bestellen. Frühere Verkäufe bleiben gültig. Das lässt sich nicht rückgängig machen.',
  waiting: (n) =>
    `${counted(n, 'wartende Bestellung kann', 'wartende Bestellungen können')} dann nicht mehr genehmigt werden. Genehmigen Sie vorher die bezahlten, und lehnen Sie die anderen ab.`,
  reason: 'Grund',
  reasonHint: 'Wird signiert und veröffentlicht.',
  needsReason: 'Eine Rücknahme braucht einen Grund.',
  needsReasonHint: 'Er wird signiert und veröffentlicht: schreiben Sie ihn für die Käufer.',
  withdrawButton: 'Angebot zurückziehen',
  keepIt: 'Behalten',

  sealTitle: 'Ihre Zahlen löschen und weiter verkaufen',
  sealIntro: (ceiling, top) =>
    `Seine Zahlen und der Startwert seines obersten Rauschens werden endgültig aus dieser Mappe gelöscht. Jede Stufe bis ${ceiling} wird verkauft wie zuvor, mit denselben Zahlen, aus der Antwort bei ${top}. Nur diese Antwort wird aufbewahrt.`,
  sealAfter:
    'Danach lassen sich keine Öffnungen mehr gewähren, und die Obergrenze lässt sich nicht mehr anheben.',
  sealBackups: 'Frühere Sicherungen enthalten die Zahlen noch.',
  sealButton: 'Löschen und versiegeln',
  withdrawnSince: (when) => `Zurückgezogen am ${when}. Frühere Verkäufe bleiben gültig.`,
  withdrawnFor: 'Der angegebene Grund:',
  sealedSince: (when, pending) =>
    pending
      ? `Versiegelt seit ${when}: Seine Zahlen und der Startwert seines obersten Rauschens sind ersetzt, aber auf dem Datenträger noch nicht überschrieben. Das nächste Öffnen der Mappe versucht es noch einmal.`
      : `Versiegelt seit ${when}: Seine Zahlen und der Startwert seines obersten Rauschens sind aus dieser Mappe gelöscht.`,
  sealedKeeps: (level) =>
    `Es wird weiter aus seiner Antwort bei ${level} verkauft. Ein Angreifer, der diese Mappe kopiert, erfährt nicht mehr als diese Antwort.`,

  repriceTitle: 'Preis ändern',
  repriceIntro:
    'Eine neue Fassung mit demselben Rauschen. Bereits verkaufte Stufen behalten ihren Preis. Bestellungen zum alten Preis werden abgelehnt.',
  repriceButton: 'Neue Fassung signieren',
  keepPrice: 'Preis behalten',

  soldToCeiling: 'bis zur Obergrenze verkauft',
  soldToCeilingMeans:
    'Die Obergrenze ist erreicht. Andere können ohne weiteren Verlust noch bis zu ihr kaufen.',
  soldSoFar: 'Bisher verkauft, bis zur Obergrenze',
  soldHint:
    'Das höchste ε, das ein Käufer hält. Käufer, die ihre Bestände zusammenlegen, wissen nicht mehr.',
  capLeaves: (level) =>
    `Die anderen Fragen zu seiner Population haben einen Teil der Grenze verbraucht: Dieses ist noch bis ${level} zu verkaufen, rot markiert.`,
  states: (level) => `Ihre Mappe gibt Käufern an: verfügbar bis ${level}.`,
  statesNone: 'Ihre Mappe gibt Käufern an: derzeit nichts verfügbar.',
  statesNot: 'Ihre Mappe veröffentlicht nicht, welche Stufen sie derzeit liefern kann.',
  toSettings: 'Einstellungen',
  buyersSee: 'Was Käufer sehen',
};
