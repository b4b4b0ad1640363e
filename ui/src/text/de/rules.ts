import { count, counted } from '../digits';
import type { Text } from '../shape';

export const rules: Text['rules'] = {
  title: 'Regeln',
  inbox: 'Eingang',
  sub: 'Bestellungen, die ohne Nachfrage genehmigt werden.',
  link: (n) => (n === 0 ? 'Regeln' : `Regeln (${n})`),
  none: 'Keine Regeln: jede Bestellung wartet auf Sie.',
  noneHint:
    'Eine Regel genehmigt Bestellungen, die Sie selbst genehmigen könnten, bis zu Ihren Höchstwerten, und hält jede Genehmigung fest.',
  showRemoved: 'Entfernte Regeln zeigen',
  hideRemoved: 'Entfernte Regeln ausblenden',
  create: 'Neue Regel',
  name: (n) => `Regel ${n}`,
  states: { active: 'wirksam', paused: 'angehalten', expired: 'abgelaufen', removed: 'entfernt' },
  anyone: 'Alle',
  noContact: 'ein Schlüssel, der kein Kontakt mehr ist',
  onListing: (title) => `Bestellungen von „${title}“`,
  onPopulation: (name) => `Bestellungen aller Angebote zu „${name}“`,
  upTo: (level) => `bis ${level}, die der Käufer danach hält`,
  perOrder: (amount) => `höchstens ${amount} je Bestellung`,
  perMonth: (amount, spent) => `höchstens ${amount} im Kalendermonat, bisher ${spent}`,
  noMonth: 'ohne Höchstbetrag im Monat',
  settles: (how) => `verkauft ${how}`,
  payment: (reference) => `Quittungen sagen „${reference}“`,
  until: (day) => `bis ${day}, Mitternacht UTC`,
  noEnd: 'ohne Ende',
  approves: 'Genehmigt',
  worst: 'Schlimmstenfalls, von nun an',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  remove: 'Entfernen …',
  removeTitle: (n) => `Regel ${n} entfernen?`,
  removeIntro:
    'Sie genehmigt dann keine Bestellungen mehr. Ihre Genehmigungen und deren Aufzeichnung bleiben. Eine entfernte Regel lässt sich nicht wiederherstellen.',
  removeButton: 'Regel entfernen',
  keep: 'Behalten',
  uses: (n) => `Genehmigt: ${counted(n, 'Bestellung', 'Bestellungen')}`,
  use: {
    when: 'Genehmigt',
    buyer: 'Käufer',
    listing: 'Angebot',
    levels: 'ε von → bis',
    price: 'Preis',
    receipt: 'Quittung',
  },

  worstLoss: (before, after, what) =>
    `Der Verlust ${what} steigt von **${before}** auf **${after}**.`,
  worstLossNone: (level, what) =>
    `Der Verlust ${what} bleibt bei **${level}**, die schon verkauft sind.`,
  cap: (cap) => `Eine Regel geht nie über die Grenze von ${cap}.`,
  laterListings: 'Angebote zu dieser Population, die Sie später hinzufügen, zählen mit.',
  credit: (amount) =>
    `Antworten im Wert von **${amount}** werden vor der Zahlung geliefert, zu heutigen Preisen.`,
  creditAnyone: (amount) =>
    `Antworten im Wert von **${amount}** gehen vor der Zahlung an jeden Käufer, zu heutigen Preisen. Jeder kann als viele Käufer auftreten.`,
  creditMonth: (amount) => `Davon höchstens **${amount}** im Kalendermonat.`,
  creditInAll: (amount) => `Höchstens **${amount}** bis zum letzten Tag.`,
  creditNoMonth: 'Dafür gilt kein Höchstbetrag im Monat.',
  atOnce: (n) =>
    n === 1
      ? 'Diese Bestellung wartet und wird dann sofort genehmigt:'
      : `Diese ${count(n)} Bestellungen warten und werden dann sofort genehmigt:`,
  atOnceOrder: (buyer, title, level, price) => `${buyer}: ${title}, bis ${level}, für ${price}`,
  itsPopulation: 'der Population des Angebots',
  thePopulation: (name) => `der Population „${name}“`,

  form: {
    title: 'Neue Regel',
    onCredit: 'Sie verkauft auf Rechnung: Antworten werden vor der Zahlung geliefert.',
    who: 'Wessen Bestellungen',
    whoAnyone: 'alle',
    what: 'Angebot oder Population',
    whatListing: (title) => `Angebot: ${title}`,
    whatPopulation: (name) => `alle Angebote zu ${name}`,
    choose: 'wählen …',
    upTo: 'Bis ε',
    upToHint: 'Die höchste Stufe, die der Käufer nach dem Verkauf halten darf.',
    perOrder: 'Höchster Preis einer Bestellung',
    perMonth: 'Höchste Summe im Kalendermonat',
    optional: 'Freiwillig.',
    currency: 'Währung',
    currencyHint: 'Nur nötig, wenn die Angebote der Population mehrere Währungen haben.',
    payment: 'Zahlungsreferenz',
    paymentHint: 'Auf den Quittungen, zum Beispiel „Rechnung monatlich“.',
    until: 'Letzter Tag',
    noContacts: 'Zur Wahl stehen nur Kontakte und „alle“.',
    worst: 'Schlimmstenfalls',
    fill: 'Füllen Sie die Höchstwerte aus, um es zu sehen.',
    button: 'Regel hinzufügen',
    tariff:
      'Sie verkauft zum Tarif des Angebots und geht nie über die Obergrenze des Angebots oder die Grenze der Population.',
  },

  added: (n) => `Regel ${n} ist hinzugefügt. Sie prüft jetzt die wartenden Bestellungen.`,
  removed: (n) => `Regel ${n} ist entfernt. Sie genehmigt keine Bestellungen mehr.`,
  byRule: (n) => `durch Regel ${n}`,
  approvedNow: (n) =>
    `${counted(n, 'Bestellung wurde', 'Bestellungen wurden')} durch Regeln genehmigt, seit Sie diese Mappe geöffnet haben`,
  approvedOne: (rule, buyer, title, level, price) =>
    `Regel ${rule}: ${buyer}, ${title}, ${level}, ${price}`,
  seen: 'Gesehen',
  stopped: 'Die Regeln konnten nicht jede Bestellung prüfen:',
  misfit: {
    paused: (n) => `Regel ${n} ist angehalten.`,
    expired: (n) => `Regel ${n} ist abgelaufen.`,
    currency: (n) => `Regel ${n} ist in einer anderen Währung.`,
    level: (n) => `Regel ${n} reicht nicht bis zu dieser Stufe.`,
    price: (n) => `Regel ${n} reicht nicht bis zu diesem Preis.`,
    month: (n) => `Regel ${n} hat ihren Höchstbetrag für diesen Monat erreicht.`,
  },

  notify: {
    order: (buyer, title) => `Eine Bestellung von ${buyer} auf ${title}`,
    orders: (n) => `${counted(n, 'neue Bestellung', 'neue Bestellungen')}`,
    approved: (buyer, title) => `Durch Regel genehmigt: ${buyer}, ${title}`,
    manyApproved: (n) =>
      `${counted(n, 'Bestellung wurde', 'Bestellungen wurden')} durch Regeln genehmigt`,
    arrived: (title) => `Angekommen: ${title}`,
    manyArrived: (n) => `${counted(n, 'Antwort', 'Antworten')} angekommen`,
    deliveries: (n) =>
      `${counted(n, 'Lieferung wartet', 'Lieferungen warten')} darauf, abgeholt zu werden`,
    open: 'Anzeigen',
  },
};
