import { count, counted } from '../../lib/format';
import type { Text } from '../index.svelte';

export const inbox: Text['inbox'] = {
  title: 'Eingang',
  sub: (waiting, answered) =>
    `${counted(waiting, 'Bestellung wartet', 'Bestellungen warten')} auf Sie · ${count(answered)} beantwortet`,
  answered: 'Beantwortete',
  hideAnswered: 'Beantwortete ausblenden',
  none: 'Keine Bestellung wartet auf Sie.',
  buyer: 'Käufer',
  listing: 'Angebot',
  levels: 'ε von → bis',
  price: 'Preis',
  lossAfter: 'Verlust danach',
  decide: 'Entscheiden',
  answer: 'Antwort',
  ordered: 'Bestellt',
  orderedAgo: (ago) => `bestellt: ${ago}`,
  ownNumbers: 'Ihre eigenen Zahlen',
  lossOfListing: 'Verlust des Angebots',
  lossOf: (name) => `Verlust von ${name}`,
  onlyDecline: 'kann nur abgelehnt werden',
  review: 'Ansehen',
  close: 'Schließen',
  approvedChip: 'genehmigt',

  leaves: 'Was hinausgeht',
  readAt: (n, level, again) =>
    `${n === 1 ? 'Eine Zahl' : `${count(n)} Zahlen`}, ${again ? 'neu gelesen' : 'gelesen'} bei ${level}:`,
  replaces: (widths) => `Das ersetzt die Antwort mit ${widths}, die dieser Käufer hält.`,
  holdsNothing: 'Dieser Käufer hält davon noch nichts.',
  soldAlready: (level) =>
    `Von diesem Angebot ist schon bis ${level} verkauft: zusammen erfahren alle seine Käufer nichts, was der bestinformierte von ihnen nicht weiß. Der Verlust bleibt, wie er ist.`,
  soldLess: (before, after) =>
    `Andere Käufe reichten bis ${before}. Zusammen mit diesem Käufer erfahren sie, was dieser Käufer erfährt: der Verlust des Angebots wird ${after}, nicht die Summe.`,
  firstSale: (after) => `Es ist der erste Verkauf dieses Angebots: sein Verlust wird ${after}.`,
  forOneUnit: 'Was es für eine Einheit bedeutet',
  guess: 'Wer rät, ob eine bestimmte Einheit in den Daten steht, liegt auch im besten Fall höchstens so oft richtig',
  now: (level) => `jetzt (${level})`,
  after: (level) => `danach (${level})`,
  thisListing: 'dieses Angebot allein',
  allListings: 'alle Angebote dieses Datensatzes zusammen',
  capIs: (level) => `die Grenze ist ${level}`,
  payment: 'Zahlungsreferenz',
  paymentHint: 'Steht in der Quittung.',
  approve: 'Genehmigen und Quittung signieren',
  approved: (sequence, buyer, price) => `Genehmigt: Quittung Nr. ${sequence} für ${buyer}, ${price}.`,
  reason: 'Oder ein Grund zur Ablehnung',
  reasonHint: 'Der Käufer erhält ihn, signiert.',
  needsReason: 'Eine Ablehnung braucht einen Grund.',
  decline: 'Ablehnen',
  declined: (buyer) => `Abgelehnt: ${buyer} erhält Ihre Begründung.`,
};
