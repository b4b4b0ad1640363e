import { count, counted } from '../digits';
import type { Text } from '../shape';

const list = (numbers: number[]) => numbers.map(count).join(', ');

export const payments: Text['payments'] = {
  title: 'Kontoauszüge',
  sub: 'Was laut Ihrer Bank bezahlt ist, und welche Bestellungen damit bezahlt sind.',

  importTitle: 'Einen Kontoauszug einlesen',
  importIntro:
    'CAMT.052, CAMT.053 oder CAMT.054, oder CSV, oder ein ZIP-Archiv mit diesen. Eine Bestellung ist bezahlt, wenn eine gebuchte Gutschrift ihre Referenz nennt, auf ihr Konto ging und genau ihren Betrag hat. Das Einlesen genehmigt nichts, und Umsätze, die keine Ihrer Bestellungen nennen, werden nicht gespeichert.',
  file: 'Kontoauszug',
  import: 'Einlesen',
  reading: 'Wird gelesen …',
  isCsv: (file) => `${file} ist CSV: Jede Bank hat darin ihre eigenen Spalten.`,
  noBankFits: 'Wählen Sie die Spalten einmal; sie werden für diese Bank behalten.',
  whichBank: 'Bank',
  bankOption: (name, iban) => `${name}, ${iban}`,
  anotherBank: 'Eine andere Bank oder ein anderes Konto …',
  keepAndImport: 'Bank behalten und einlesen',
  cancel: 'Abbrechen',
  told: (file, booked, named) =>
    `${file}: ${counted(booked, 'gebuchter Umsatz', 'gebuchte Umsätze')}, davon ${count(named)} mit der Referenz von Bestellungen bei Ihnen.`,
  leftOut: (unnamed, known, waiting, returned, unreadable) => [
    ...(unnamed === 0
      ? []
      : [
          `${counted(unnamed, 'Umsatz nennt', 'Umsätze nennen')} keine Ihrer Bestellungen und ${unnamed === 1 ? 'ist' : 'sind'} nicht gespeichert.`,
        ]),
    ...(known === 0
      ? []
      : [
          `${counted(known, 'Umsatz war', 'Umsätze waren')} schon eingelesen und ${known === 1 ? 'zählt' : 'zählen'} nur einmal.`,
        ]),
    ...(waiting === 0
      ? []
      : [
          `${counted(waiting, 'Eintrag ist', 'Einträge sind')} erst vorgemerkt und noch nicht gebucht.`,
        ]),
    ...(returned === 0
      ? []
      : [
          `${counted(returned, 'Ihrer eigenen Zahlungen kam', 'Ihrer eigenen Zahlungen kamen')} zurück.`,
        ]),
    ...(unreadable === 0
      ? []
      : [
          `${counted(unreadable, 'Eintrag ließ', 'Einträge ließen')} sich nicht lesen: ohne Betrag über null, Währung, Richtung, Tag oder Konto, oder nicht mit den Feldern der Spalten.`,
        ]),
  ],

  rowFault: (line, fault) => {
    switch (fault.is) {
      case 'day':
        return `Zeile ${count(line)}: Der Tag „${fault.day}“ lässt sich nicht lesen.`;
      case 'fields':
        return `Zeile ${count(line)}: ${count(fault.fields)} Felder, aber ${counted(fault.columns, 'Spalte', 'Spalten')}.`;
      case 'quotes':
        return `Zeile ${count(line)}: Ein Anführungszeichen verbindet mehrere Felder: „${fault.cell}“.`;
      case 'direction':
        return `Zeile ${count(line)}: „${fault.word}“ sagt nicht, ob Geld ein- oder ausging.`;
    }
  },

  asideAgain: (n) =>
    `${counted(n, 'davon ist', 'davon sind')} beiseitegelegt, weil keine Zahlung für eine Bestellung.`,

  headerLine: 'Zeile mit den Namen der Spalten',
  headerLineHint: (line) =>
    line === 0
      ? 'Keine Zeile ist gewählt: Jede Spalte hat ihre Nummer, etwa #1.'
      : `Gewählt ist Zeile ${count(line)}. Die Zeilen darüber werden nicht gelesen; in späteren Dateien dieser Bank wird die Zeile an ihren Spalten erkannt.`,
  noHeaderLine: 'Die Datei hat keine solche Zeile; Spalten haben Nummern',
  encodingTold: (found) => `Was die Bytes jeder Datei ergeben: hier ${found}`,
  encodingHint: 'Sehen Buchstaben falsch aus, wählen Sie eine.',
  noHeader: (line) => `Zeile ${count(line)} nennt keine zwei Spalten: Wählen Sie eine andere.`,
  line: (number, text) => `${count(number)}: ${text}`,
  bankName: 'Ihr Name für die Bank',
  bankNameHint: 'Etwa „Hafenbank, Hauptkonto“.',
  account: 'Konto der Datei (IBAN)',
  accountHint: 'Zahlungen zählen für Angebote, die auf dieses Konto bezahlt werden.',
  choose: 'wählen …',
  column: (name, example) => `${name} (${example})`,
  noColumn: 'keine',
  dayColumn: 'Buchungstag',
  dayOrder: 'Schreibweise der Tage',
  dayOrders: {
    'year-month-day': '2026-11-30',
    'day-month-year': '30.11.2026',
    'month-day-year': '11/30/2026',
  },
  amountColumn: 'Betrag',
  decimal: 'Schreibweise der Beträge',
  decimals: { comma: '1.234,56', point: '1,234.56' },
  currencyColumn: 'Spalte der Währung',
  oneCurrency: 'eine für alle Zeilen',
  currency: 'Währung',
  partyColumn: 'Name des Zahlers',
  textColumns: 'Text des Zahlers',
  textColumnsHint: 'Alle Spalten, in denen die Zahlungsreferenz stehen kann.',
  more: 'Spalten, die nur wenige Banken haben',
  debitColumn: 'Ausgehende Beträge',
  debitHint: 'Wenn sie in einer eigenen Spalte stehen. Sonst haben sie ein Minuszeichen.',
  directionColumn: 'Eingang oder Ausgang',
  directionHint:
    'Die Spalte, in der es steht, wenn Beträge kein Vorzeichen haben. Zeilen mit einem anderen Wort werden nicht gelesen.',
  came: 'Ihr Wort für Eingänge',
  wentWord: 'Ihr Wort für Ausgänge',
  statusColumn: 'Ob eine Zeile gebucht ist',
  statusHint: 'Wenn Zeilen schon vor der Buchung in der Datei stehen.',
  booked: 'Wort für eine gebuchte Zeile',
  unchosen: {
    iban: 'Geben Sie die IBAN des Kontos an, von dem die Datei ist.',
    day: 'Wählen Sie die Spalte des Buchungstags.',
    amount: 'Wählen Sie die Spalte des Betrags.',
    currency: 'Geben Sie die Währung an, etwa EUR, oder wählen Sie ihre Spalte.',
    direction: 'Geben Sie die beiden Wörter an, die sagen, ob Geld ein- oder ausging.',
    text: 'Kreuzen Sie die Spalten an, in denen die Zahlungsreferenz stehen kann.',
    booked: 'Geben Sie das Wort an, das die Spalte bei einer gebuchten Zeile enthält.',
  },
  previewTitle: 'Die ersten Zeilen, wie sie gelesen werden',
  previewWaits: 'Sie erscheinen, sobald Konto, Tag, Betrag, Währung und Text gewählt sind.',
  previewSum: (booked, waiting, unreadable) =>
    `${counted(booked, 'gebuchter Umsatz', 'gebuchte Umsätze')}, ${count(waiting)} noch nicht gebucht, ${count(unreadable)} nicht lesbar.`,
  went: (amount) => `${amount} ausgehend`,
  noDay: 'kein Tag',
  nobody: 'ohne Namen',

  day: 'Tag',
  party: 'Zahler',
  text: 'Text',
  amount: 'Betrag',
  pays: 'Bezahlte Bestellungen',
  why: 'Grund',
  act: 'Was zu tun ist',
  all: 'Alle Zahlungen',
  approveWhat: (amount, party) => `${amount} von ${party}`,
  proposed: 'Zahlungen, die zu Bestellungen passen',
  approve: (orders, credits) =>
    [
      ...(orders > 0 || credits === 0
        ? [`${counted(orders, 'Bestellung', 'Bestellungen')} genehmigen`]
        : []),
      ...(credits > 0
        ? [`${counted(credits, 'Zahlung auf Rechnung', 'Zahlungen auf Rechnung')} eintragen`]
        : []),
    ].join(', '),
  approveIntro: 'Jede gilt dann als bezahlt, mit ihrer eigenen Referenz in der Quittung.',
  approved: (numbers) =>
    numbers.length === 1
      ? `Erledigt: Quittung Nr. ${list(numbers)}.`
      : `Erledigt: Quittungen Nr. ${list(numbers)}.`,
  unsent: (n) => `${counted(n, 'davon ist', 'davon sind')} eingetragen und noch nicht unterwegs:`,
  refused: (n) => `${counted(n, 'Bestellung wurde', 'Bestellungen wurden')} nicht genehmigt:`,
  unpaidStates: {
    approvable: 'wartet und ist hiermit nicht bezahlt',
    'on-credit': 'auf Rechnung geliefert und hiermit nicht bezahlt',
    'not-delivered': 'nicht geliefert und hiermit nicht bezahlt',
  },
  orderStates: {
    approvable: 'wartet und ist bezahlt',
    'on-credit': 'auf Rechnung geliefert und jetzt bezahlt',
    'not-delivered': 'bezahlt, nicht geliefert',
    settled: 'hiermit bezahlt',
    'settled-by-hand': 'bezahlt; von Ihnen eingetragen',
    'paid-already': 'schon bezahlt',
  },
  honouredBy: (order) => `eingelöst mit Bestellung ${order}`,
  states: {
    proposed: 'Damit sind wartende Bestellungen bezahlt.',
    'not-delivered': 'Bezahlt, nicht geliefert.',
    'other-currency': 'Sie kam in einer anderen Währung als verlangt.',
    'other-account': 'Sie kam auf ein anderes Konto als verlangt.',
    'no-account':
      'Das Angebot nennt kein Konto, darum wird nichts vorgeschlagen. Ist es Ihr Geld, genehmigen Sie die Bestellung im Eingang als bezahlt: Dann ist dies ihre Zahlung.',
    collective:
      'Sie ist eine Sammelbuchung mehrerer Überweisungen, deren Beträge fehlen oder zusammen nicht ihren Betrag ergeben. Genehmigen Sie im Eingang die Bestellungen, von denen Sie wissen, dass sie bezahlt sind, und legen Sie diese Buchung beiseite.',
    ambiguous: 'Sie nennt eine Referenz, die zwei Bestellungen haben.',
    'paid-again': 'Eine genannte Bestellung ist schon bezahlt.',
    'unknown-order':
      'Sie nennt eine Bestellung, die nicht angenommen wurde: ihr Schlüssel ist gesperrt, sie war eine von zu vielen, oder sie kam zu spät.',
    rest: 'Dafür wurde eine günstigere Bestellung geliefert; der Rest ist zurückzuzahlen.',
    'taken-back-delivered': 'Sie wurde nach der Lieferung zurückgebucht.',
    'taken-back': 'Sie wurde zurückgebucht.',
    settled: 'Damit ist bezahlt, was sie nennt.',
    'settled-by-hand': 'Sie ist eine Zahlung, die Sie selbst eingetragen haben.',
    refunded: 'Sie haben sie zurückgezahlt.',
    'set-aside': 'Sie ist keine Zahlung für eine Bestellung.',
  },
  otherAmount: (orders, by) =>
    `${orders === 1 ? 'Die genannte Bestellung kostet einen anderen Betrag' : 'Die genannten Bestellungen kosten zusammen einen anderen Betrag'}${by === null ? '' : `: ${by}`}.`,
  missing: (amount) => `Es fehlen ${amount}`,
  tooMuch: (amount) => `${amount} sind zu viel`,
  undelivered: 'Bezahlt, nicht geliefert',
  undeliveredIntro:
    'Das Geld ist da, und die Bestellung lässt sich nicht mehr wie gewohnt genehmigen. Liefern Sie trotzdem, oder zahlen Sie es zurück.',
  unfit: 'Zu klären',
  unfitIntro:
    'Sie bezahlen nichts, was wartet. Fragen Sie den Käufer, oder zahlen Sie das Geld zurück. Was nicht passt, wird nicht genehmigt.',
  honour: 'Einlösen …',
  noInstead:
    'Dafür lässt sich keine Bestellung genehmigen, nur eine neue dieses Käufers, die nicht mehr kostet.',
  honourTitle: (party) => `Für die Zahlung von ${party} liefern`,
  honourIntro: (amount) =>
    `${amount} sind da. Die gewählte Bestellung wird als bezahlt genehmigt, und ihre Antwort wird gesendet. Kostet sie weniger, ist der Rest zurückzuzahlen.`,
  honourOrder: 'Bestellung',
  orderOption: (title, levels, price, day) => `${title}, ${levels}, ${price}, bestellt am ${day}`,
  honourButton: 'Bestellung genehmigen',
  restOf: (amount) => `${amount} noch zurückzuzahlen`,
  perhaps:
    'Vielleicht ist das schon zurückgezahlt: Der Ordner stammt aus einer Sicherung. Sehen Sie erst auf dem Konto nach.',
  deal: 'Geklärt …',
  dealTitle: (amount, party) => `Ist geklärt, dass ${party} ${amount} zurückgeholt hat?`,
  dealIntro:
    'Die Quittung bleibt, wie sie ist. Hier wird nur vermerkt, und zwar endgültig, dass nichts mehr zu tun ist.',
  dealButton: 'Ist geklärt',
  dealtSaid: (amount, party) => `Als geklärt vermerkt: ${amount} von ${party}.`,
  refund: 'Zurückgezahlt …',
  refundTitle: (amount, party) => `Haben Sie ${amount} an ${party} zurückgezahlt?`,
  refundIntro:
    'Das macht Ihre Bank, nicht diese App: Hier wird es nur vermerkt, und zwar endgültig.',
  refundButton: 'Ist zurückgezahlt',
  refundedSaid: (amount, party) => `Vermerkt: ${amount} an ${party} zurückgezahlt.`,
  notPayment: 'Keine Zahlung für eine Bestellung',
  notPaymentOf: (amount, party) => `${amount} von ${party} ist keine Zahlung für eine Bestellung`,
  notPaymentSaid: (amount, party) =>
    `Beiseitegelegt: ${amount} von ${party}. Nichts zählt sie mehr.`,
  setAsideSince: (day) => `Beiseitegelegt am ${day}.`,
  showAside: (n) => `${count(n)} beiseitegelegte zeigen`,
  hideAside: 'Beiseitegelegte ausblenden',
  aside: 'Keine Zahlungen für Bestellungen',
  asideIntro:
    'Damit ist nichts bezahlt, und in einem anderen Auszug werden sie wiedererkannt. Was wieder zählt, wird so vorgeschlagen, wie es dann passt.',
  restore: 'Wieder zählen',
  restoredSaid: (amount, party) => `${amount} von ${party} zählt wieder.`,
  none: 'Noch ist keine Zahlung für eine Bestellung bekannt. Lesen Sie einen Kontoauszug ein.',
  showDone: (n) => `${count(n)} erledigte zeigen`,
  hideDone: 'Erledigte ausblenden',
  done: 'Erledigt',
  doneIntro: 'Hier ist nichts mehr zu tun.',

  banks: 'Banken',
  noBanks:
    'Noch sind von keiner Bank die Spalten gewählt. CAMT braucht das nicht; bei CSV wählen Sie sie beim Einlesen.',
  remove: 'Entfernen …',
  removeWhat: (name) => `${name} entfernen`,
  removeTitle: (name) => `Bank „${name}“ entfernen?`,
  removeIntro: 'Die Wahl ihrer Spalten wird vergessen.',
  removeStays: 'Was eingelesen ist, bleibt.',
  discard: (n) =>
    n === 1
      ? 'Eine Zahlung verwerfen, die nur in ihren Dateien steht und nichts beglichen hat:'
      : `${count(n)} Zahlungen verwerfen, die nur in ihren Dateien stehen und nichts beglichen haben:`,
  discarded: (day, amount, party) => `${day}, ${amount} von ${party}`,
  discardDebits: (n) =>
    n === 1
      ? 'Eine Abbuchung aus ihren Dateien geht mit.'
      : `${count(n)} Abbuchungen aus ihren Dateien gehen mit.`,
  discardKept: (n) =>
    n === 1
      ? 'Eine Buchung bleibt: Sie hat etwas beglichen, oder Geld ging zurück.'
      : `${count(n)} Buchungen bleiben: Sie haben etwas beglichen, oder Geld ging zurück.`,
  removeButton: 'Bank entfernen',
};
