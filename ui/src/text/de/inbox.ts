import { count, counted } from '../digits';
import type { Text } from '../shape';
import { unitNamed } from './phrases';

export const inbox: Text['inbox'] = {
  title: 'Eingang',
  sub: (waiting, answered) =>
    `${counted(waiting, 'Bestellung wartet', 'Bestellungen warten')} auf Sie · ${count(answered)} beantwortet oder erledigt`,
  answered: 'Beantwortete und erledigte',
  hideAnswered: 'Beantwortete und erledigte ausblenden',
  newer: (n) =>
    `${counted(n, 'Bestellung', 'Bestellungen')} ausgelassen: von einer neueren Version von Poundwise. Aktualisieren Sie Poundwise.`,
  left: (n) =>
    `${counted(n, 'weitere Bestellung bleibt', 'weitere Bestellungen bleiben')} auf dem Markt: noch nicht geöffnet oder über der Höchstzahl wartender Bestellungen. Beantworten, verwerfen oder sperren Sie einige.`,
  none: 'Keine wartenden Bestellungen.',
  buyer: 'Käufer',
  listing: 'Angebot',
  levels: 'ε von → bis',
  price: 'Preis',
  lossAfter: 'Verlust danach',
  decide: 'Entscheiden',
  answer: 'Antwort',
  ordered: 'Bestellt',
  orderedAgo: (ago) => `bestellt: ${ago}`,
  expires: (day) => `bis ${day}`,
  onlyDecline: 'kann nicht genehmigt werden',
  can: {
    later: 'wartet, bis diese Mappe aufgeholt hat',
    unconfirmed: 'wartet, bis diese Mappe bestätigt ist',
    never: 'diese Mappe antwortet nicht mehr',
  },
  unconfirmed:
    'Bestätigen Sie zuerst, dass dies die neueste Kopie der Mappe ist. Eine neuere Kopie kann diese Bestellung schon beantwortet haben.',
  behind:
    'Diese Mappe ist eine alte Kopie ihrer selbst: Vielleicht hat sie diese Bestellung schon beantwortet.',
  together: (n, after, cap) =>
    `Diese ${count(n)} Bestellungen passen nicht zusammen: Zusammen kommen sie auf ${after}, die Grenze ist ${cap}.`,
  togetherHint: (population) =>
    `Alle betreffen „${population}“, und jede allein kann genehmigt werden. Genehmigen Sie einige und lehnen Sie die anderen ab, oder erhöhen Sie die Grenze der Population.`,
  fitsAlone: 'passt allein, nicht mit den anderen Bestellungen',
  rivals: (n, from) =>
    n === 1
      ? `Noch eine Bestellung dieses Käufers beginnt bei ${from} dieser Frage. Nur eine der beiden kann genehmigt werden: Fragen Sie den Käufer, welche gemeint ist.`
      : `${count(n)} weitere Bestellungen dieses Käufers beginnen bei ${from} dieser Frage. Nur eine von allen kann genehmigt werden: Fragen Sie den Käufer, welche gemeint ist.`,
  onlyOne:
    'eine andere Bestellung dieses Käufers beginnt bei derselben Stufe: nur eine kann genehmigt werden',
  review: 'Ansehen',
  close: 'Schließen',
  approvedChip: 'genehmigt',

  leaves: 'Zu liefernde Antwort',
  readAt: (n, level, again) =>
    `${n === 1 ? 'Eine Zahl' : `${count(n)} Zahlen`}, ${again ? 'neu gelesen' : 'gelesen'} bei ${level}:`,
  holds: (level, widths) =>
    `Dieser Käufer hält von dieser Frage ${level}. Die neue Antwort ersetzt die mit ${widths}.`,
  holdsNothing: 'Dieser Käufer hat noch keine Antwort auf diese Frage.',
  othersMore: (level) =>
    `Andere Käufer halten bis zu ${level}, mindestens so viel wie diese Bestellung verlangt. Sie erhöht den Verlust nicht: Alle Käufer zusammen wissen nicht mehr als der bestinformierte.`,
  othersLess: (level, before, after) =>
    `Andere Käufer halten bis zu ${level}. Zusammen mit diesem Käufer wissen sie nicht mehr als dieser: Der Verlust dieser Frage ${before === after ? 'bleibt' : 'wird'} ${after}, nicht die Summe.`,
  othersNone: (before, after) =>
    before === after
      ? `Kein anderer Käufer hält von dieser Frage mehr als dieser: Ihr Verlust bleibt ${after}.`
      : `Kein anderer Käufer hält von dieser Frage mehr als dieser: Ihr Verlust steigt von ${before} auf ${after}.`,
  firstSale: (after) => `Es ist der erste Verkauf dieser Frage: Ihr Verlust wird ${after}.`,
  forOneUnit: (unit) => `Wirkung auf eine Einheit (${unitNamed(unit)})`,
  now: (level) => `jetzt (${level})`,
  after: (level) => `danach (${level})`,
  allQuestions: (population) => `alle Fragen zu „${population}“ zusammen`,
  capIs: (level) => `die Grenze ist ${level}`,
  settlement: 'Begleichung',
  settlementHint: {
    paid: 'Sie haben das Geld. Es zählt in den Summen Ihrer Quittungen.',
    credit: 'Gezahlt wird später. In den Summen Ihrer Quittungen zählt es nicht.',
    free: 'Die Antwort ist kostenlos.',
  },
  noPrice: 'Die Bestellung hat keinen Preis und gilt als kostenlos.',
  arrived: (amount, due, orders, day) =>
    `${amount} von ${due}${orders === 1 ? '' : ` für ${count(orders)} Bestellungen`} ${day === null ? 'sind angekommen' : `sind am ${day} angekommen`}.`,
  payment: 'Zahlungsreferenz',
  paymentHint: 'Steht in der Quittung. Ohne andere Angabe ist es die Referenz der Bestellung.',
  approve: (level, price) => `Für ${price} quittieren und ${level} senden`,
  approveFree: (level) => `Als kostenlos quittieren und ${level} senden`,
  approveIsFinal: (buyer) =>
    `Nach dem Senden lässt es sich nicht rückgängig machen: ${buyer} kann die Zahlen behalten.`,
  needsSettlement: 'Wählen Sie die Begleichung: bezahlt, auf Rechnung oder kostenlos.',
  notSigned: 'Noch ist nichts signiert oder gesendet.',
  signNow: 'Jetzt signieren',
  undone: 'Zurückgenommen: Nichts wurde signiert oder gesendet.',
  approved: (number, buyer, price) => `Genehmigt: Quittung Nr. ${number} für ${buyer}, ${price}.`,
  reason: 'Oder ein Grund zur Ablehnung',
  reasonAlone: 'Grund der Ablehnung',
  reasonHint: 'Der Käufer erhält ihn, signiert.',
  needsReason: 'Eine Ablehnung braucht einen Grund.',
  decline: 'Ablehnen',
  declined: (buyer) => `Abgelehnt: ${buyer} erhält Ihre Begründung.`,
  discard: 'Verwerfen …',
  discardTitle: (buyer) => `Bestellung von ${buyer} verwerfen?`,
  discardIntro:
    'Der Käufer erhält keine Antwort. Wird die Bestellung trotzdem bezahlt, können Sie sie unter „Beantwortete und erledigte“ noch genehmigen.',
  discardButton: 'Bestellung verwerfen',
  discarded: (buyer) => `Bestellung von ${buyer} verworfen.`,
  block: 'Diesen Schlüssel sperren …',
  blockTitle: (buyer) => `Schlüssel von ${buyer} sperren?`,
  blockIntro:
    'Seine wartenden Bestellungen werden verworfen, neue nicht gespeichert. Ihre früheren Geschäfte mit ihm bleiben. Die gesperrten Schlüssel stehen unter „Kontakte“.',
  blockButton: 'Schlüssel sperren',
  blocked: (buyer, n) =>
    `Schlüssel von ${buyer} gesperrt; ${counted(n, 'Bestellung', 'Bestellungen')} verworfen.`,
  approveDiscarded: 'Genehmigen …',
  approveDiscardedTitle: (buyer) => `Verworfene Bestellung von ${buyer} genehmigen?`,
  approveDiscardedIntro: (level, price) => `Sie quittieren ${price} und senden ${level}.`,
  approveDiscardedButton: 'Bestellung genehmigen',
};
