import { count, counted } from '../digits';
import type { Text } from '../shape';

export const rules: Text['rules'] = {
  title: 'Regeln',
  inbox: 'Eingang',
  sub: 'Bestellungen, die genehmigt werden, ohne dass Sie gefragt werden.',
  link: (n) => (n === 0 ? 'Regeln' : `Regeln (${n})`),
  none: 'Keine Regeln: jede Bestellung wartet auf Sie.',
  noneHint:
    'Eine Regel genehmigt, was Sie selbst genehmigen könnten, in den Schranken, die Sie setzen, und hält jede Genehmigung fest.',
  showRemoved: 'Entfernte',
  hideRemoved: 'Entfernte ausblenden',
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
  noMonth: 'ohne Grenze im Monat',
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
    'Sie genehmigt dann nichts mehr. Was sie genehmigt hat, bleibt, und auch, was darüber festgehalten ist. Sie lässt sich nicht zurückholen.',
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
    `Der Verlust ${what} bleibt bei **${level}**: so viel ist schon verkauft.`,
  cap: (cap) => `Die Grenze von ${cap} gilt, was immer eine Regel sagt.`,
  laterListings: 'Angebote zu dieser Population, die Sie später hinzufügen, zählen mit.',
  credit: (amount) =>
    `Antworten im Wert von **${amount}** werden geliefert, bevor Sie eine Zahlung gesehen haben, zu heutigen Preisen.`,
  creditAnyone: (amount) =>
    `Antworten im Wert von **${amount}** gehen an jeden Käufer, bevor Sie eine Zahlung gesehen haben, zu heutigen Preisen; und jeder kann als viele Käufer auftreten.`,
  creditMonth: (amount) => `Davon höchstens **${amount}** im Kalendermonat.`,
  creditInAll: (amount) => `Höchstens **${amount}** bis zum letzten Tag.`,
  creditNoMonth: 'Nichts begrenzt das im Monat.',
  atOnce: (n) =>
    n === 1
      ? 'Diese Bestellung wartet und wird dann sofort genehmigt:'
      : `Diese ${count(n)} Bestellungen warten und werden dann sofort genehmigt:`,
  atOnceOrder: (buyer, title, level, price) => `${buyer}: ${title}, bis ${level}, für ${price}`,
  itsPopulation: 'der Population des Angebots',
  thePopulation: (name) => `der Population „${name}“`,

  form: {
    title: 'Neue Regel',
    onCredit: 'Sie verkauft auf Rechnung: Geliefert wird, bevor Sie eine Zahlung gesehen haben.',
    who: 'Wessen Bestellungen',
    whoAnyone: 'die von allen',
    what: 'Wovon',
    whatListing: (title) => `Angebot: ${title}`,
    whatPopulation: (name) => `alle Angebote zu ${name}`,
    choose: 'wählen …',
    upTo: 'Bis ε',
    upToHint: 'Was der Käufer nach dem Verkauf halten darf.',
    perOrder: 'Preis einer Bestellung, höchstens',
    perMonth: 'Im Kalendermonat, höchstens',
    optional: 'Darf leer bleiben.',
    currency: 'Währung',
    currencyHint: 'Nur nötig, wo die Angebote der Population nicht alle in einer sind.',
    payment: 'Zahlungsreferenz',
    paymentHint: 'Auf den Quittungen, zum Beispiel „Rechnung monatlich“.',
    until: 'Letzter Tag',
    noContacts: 'Zur Wahl stehen nur Kontakte und „alle“.',
    worst: 'Was sie schlimmstenfalls tut',
    fill: 'Füllen Sie die Schranken aus, um es zu sehen.',
    button: 'Regel hinzufügen',
    tariff:
      'Sie verkauft zum Tarif des Angebots und nie über die Obergrenze des Angebots oder die Grenze der Population.',
  },

  added: (n) => `Regel ${n} ist hinzugefügt. Sie sieht sich die wartenden Bestellungen jetzt an.`,
  removed: (n) => `Regel ${n} ist entfernt. Sie genehmigt nichts mehr.`,
  byRule: (n) => `durch Regel ${n}`,
  approvedNow: (n) =>
    `${counted(n, 'Bestellung wurde', 'Bestellungen wurden')} durch Regeln genehmigt, seit Sie diese Mappe geöffnet haben`,
  approvedOne: (rule, buyer, title, level, price) =>
    `Regel ${rule}: ${buyer}, ${title}, ${level}, ${price}`,
  seen: 'Gesehen',
  stopped: 'Die Regeln konnten nicht jede Bestellung ansehen:',
  misfit: {
    paused: (n) => `Regel ${n} ist angehalten.`,
    expired: (n) => `Regel ${n} ist abgelaufen.`,
    currency: (n) => `Regel ${n} ist in einer anderen Währung.`,
    level: (n) => `Regel ${n} reicht nicht bis zu dieser Stufe.`,
    price: (n) => `Regel ${n} reicht nicht bis zu diesem Preis.`,
    month: (n) => `Regel ${n} hat in diesem Monat keinen Platz mehr dafür.`,
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
