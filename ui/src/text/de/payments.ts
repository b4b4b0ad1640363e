import { count, counted } from '../digits';
import type { Text } from '../shape';

const list = (numbers: number[]) => numbers.map(count).join(', ');

export const payments: Text['payments'] = {
  title: 'Kontoauszüge',
  sub: 'Zahlungen, die Ihre Bank meldet, und die Bestellungen, die damit bezahlt sind.',

  importTitle: 'Einen Kontoauszug importieren',
  importIntro:
    'CAMT.052, CAMT.053 oder CAMT.054, oder CSV, oder ein ZIP-Archiv mit diesen. Eine gebuchte Gutschrift bezahlt eine Bestellung, wenn sie deren Referenz, Konto und genauen Betrag hat. Ein Import genehmigt keine Bestellungen. Buchungen, die keine Ihrer Bestellungen nennen, werden nicht gespeichert.',
  file: 'Kontoauszug',
  import: 'Importieren',
  reading: 'Wird gelesen …',
  isCsv: (file) => `${file} ist CSV: Jede Bank hat darin ihre eigenen Spalten.`,
  noBankFits: 'Wählen Sie die Spalten einmal. Sie werden für diese Bank gespeichert.',
  whichBank: 'Bank',
  bankOption: (name, iban) => `${name}, ${iban}`,
  anotherBank: 'Eine andere Bank oder ein anderes Konto …',
  keepAndImport: 'Bank speichern und importieren',
  cancel: 'Abbrechen',
  told: (file, booked, named) =>
    `${file}: ${counted(booked, 'Buchung', 'Buchungen')}, davon ${count(named)} mit der Referenz von Bestellungen bei Ihnen.`,
  leftOut: (unnamed, known, waiting, returned, unreadable) => [
    ...(unnamed === 0
      ? []
      : [
          `${counted(unnamed, 'Buchung nennt', 'Buchungen nennen')} keine Ihrer Bestellungen und ${unnamed === 1 ? 'ist' : 'sind'} nicht gespeichert.`,
        ]),
    ...(known === 0
      ? []
      : [
          `${counted(known, 'Buchung war', 'Buchungen waren')} schon importiert und ${known === 1 ? 'zählt' : 'zählen'} nur einmal.`,
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
          `${counted(unreadable, 'Eintrag ließ', 'Einträge ließen')} sich nicht lesen: Betrag über null, Währung, Richtung, Tag oder Konto fehlt, oder die Felder passen nicht zu den Spalten.`,
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
        return `Zeile ${count(line)}: „${fault.word}“ nennt weder Eingang noch Ausgang.`;
    }
  },

  asideAgain: (n) =>
    `${counted(n, 'davon ist', 'davon sind')} beiseitegelegt: keine Zahlung für eine Bestellung.`,

  headerLine: 'Zeile mit den Namen der Spalten',
  headerLineHint: (line) =>
    line === 0
      ? 'Keine Zeile ist gewählt: Jede Spalte hat ihre Nummer, etwa #1.'
      : `Gewählt ist Zeile ${count(line)}. Die Zeilen darüber werden nicht gelesen. Spätere Dateien dieser Bank werden an diesen Spalten erkannt.`,
  noHeaderLine: 'Die Datei hat keine solche Zeile; Spalten haben Nummern',
  encodingTold: (found) => `In jeder Datei erkannt: hier ${found}`,
  encodingHint: 'Wählen Sie eine, wenn Buchstaben falsch aussehen.',
  noHeader: (line) => `Zeile ${count(line)} nennt keine zwei Spalten: Wählen Sie eine andere.`,
  line: (number, text) => `${count(number)}: ${text}`,
  bankName: 'Ihr Name für die Bank',
  bankNameHint: 'Etwa „Hafenbank, Hauptkonto“.',
  account: 'Konto der Datei (IBAN)',
  accountHint: 'Für Angebote, die auf dieses Konto bezahlt werden.',
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
    'Die Spalte mit der Richtung, wenn Beträge kein Vorzeichen haben. Zeilen mit einem anderen Wort werden nicht gelesen.',
  came: 'Ihr Wort für Eingänge',
  wentWord: 'Ihr Wort für Ausgänge',
  statusColumn: 'Ob eine Zeile gebucht ist',
  statusHint: 'Wenn die Datei auch Zeilen vor der Buchung enthält.',
  booked: 'Wort für eine gebuchte Zeile',
  unchosen: {
    iban: 'Geben Sie die IBAN des Kontos dieser Datei an.',
    day: 'Wählen Sie die Spalte des Buchungstags.',
    amount: 'Wählen Sie die Spalte des Betrags.',
    currency: 'Geben Sie die Währung an, etwa EUR, oder wählen Sie ihre Spalte.',
    direction: 'Geben Sie die Wörter für Eingang und Ausgang an.',
    text: 'Haken Sie die Spalten an, in denen die Zahlungsreferenz stehen kann.',
    booked: 'Geben Sie das Wort für eine gebuchte Zeile an.',
  },
  previewTitle: 'Die ersten Zeilen, wie sie gelesen werden',
  previewWaits: 'Die Zeilen erscheinen, sobald Konto, Tag, Betrag, Währung und Text gewählt sind.',
  previewSum: (booked, waiting, unreadable) =>
    `${counted(booked, 'Buchung', 'Buchungen')}, ${count(waiting)} noch nicht gebucht, ${count(unreadable)} nicht lesbar.`,
  went: (amount) => `${amount} ausgehend`,
  noDay: 'kein Tag',
  nobody: 'ohne Namen',

  day: 'Tag',
  party: 'Zahler',
  text: 'Text',
  amount: 'Betrag',
  pays: 'Bezahlte Bestellungen',
  why: 'Grund',
  act: 'Aktion',
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
  unsent: (n) => `${counted(n, 'davon ist', 'davon sind')} gespeichert, aber noch nicht gesendet:`,
  refused: (n) => `${counted(n, 'Bestellung wurde', 'Bestellungen wurden')} nicht genehmigt:`,
  unpaidStates: {
    approvable: 'wartet, hiermit nicht bezahlt',
    'on-credit': 'auf Rechnung geliefert, hiermit nicht bezahlt',
    'not-delivered': 'nicht geliefert, hiermit nicht bezahlt',
  },
  orderStates: {
    approvable: 'wartet, bezahlt',
    'on-credit': 'auf Rechnung geliefert, jetzt bezahlt',
    'not-delivered': 'bezahlt, nicht geliefert',
    settled: 'hiermit bezahlt',
    'settled-by-hand': 'bezahlt; von Ihnen eingetragen',
    'paid-already': 'schon bezahlt',
  },
  deliveredThrough: (order) => `mit Bestellung ${order} geliefert`,
  states: {
    proposed: 'Damit sind wartende Bestellungen bezahlt.',
    'not-delivered': 'Bezahlt, nicht geliefert.',
    'other-currency': 'Sie hat eine andere Währung als die Bestellung.',
    'other-account': 'Sie kam auf ein anderes Konto als das des Angebots.',
    'no-account':
      'Das Angebot nennt kein Konto. Darum wird keine Bestellung vorgeschlagen. Ist es Ihr Geld, genehmigen Sie die Bestellung im Eingang als bezahlt. Dies ist dann ihre Zahlung.',
    collective:
      'Sie ist eine Sammelbuchung mehrerer Überweisungen, deren Beträge fehlen oder nicht aufgehen. Genehmigen Sie die bezahlten Bestellungen im Eingang, und legen Sie diese Buchung beiseite.',
    ambiguous: 'Zwei Bestellungen haben ihre Referenz.',
    'paid-again': 'Eine genannte Bestellung ist schon bezahlt.',
    'unknown-order':
      'Sie nennt eine Bestellung, die nicht angenommen wurde: ihr Schlüssel ist gesperrt, es waren zu viele Bestellungen, oder sie kam zu spät.',
    rest: 'Dafür wurde eine günstigere Bestellung geliefert. Zahlen Sie den Rest zurück.',
    'taken-back-delivered': 'Sie wurde nach der Lieferung zurückgebucht.',
    'taken-back': 'Sie wurde zurückgebucht.',
    settled: 'Damit sind ihre Bestellungen bezahlt.',
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
    'Die Bestellung dieser Zahlung lässt sich nicht mehr wie gewohnt genehmigen. Liefern Sie trotzdem, oder zahlen Sie das Geld zurück.',
  unfit: 'Zu klären',
  unfitIntro:
    'Diese passen zu keiner offenen Bestellung. Fragen Sie den Käufer, oder zahlen Sie das Geld zurück. Eine Abweichung genehmigt keine Bestellung.',
  deliver: 'Trotzdem liefern …',
  noInstead:
    'Dafür lässt sich keine Bestellung genehmigen. Nur eine neue Bestellung dieses Käufers zu keinem höheren Preis kann es.',
  deliverTitle: (party) => `Für die Zahlung von ${party} liefern`,
  deliverIntro: (amount) =>
    `${amount} sind da. Die gewählte Bestellung wird als bezahlt genehmigt, und ihre Antwort wird gesendet. Kostet sie weniger, zahlen Sie den Rest zurück.`,
  deliverOrder: 'Bestellung',
  orderOption: (title, levels, price, day) => `${title}, ${levels}, ${price}, bestellt am ${day}`,
  deliverButton: 'Bestellung genehmigen',
  restOf: (amount) => `${amount} noch zurückzuzahlen`,
  perhaps:
    'Vielleicht ist das schon zurückgezahlt: Die Mappe wurde aus einer Sicherung wiederhergestellt. Sehen Sie erst auf dem Konto nach.',
  deal: 'Geklärt …',
  dealTitle: (amount, party) => `Ist die Rückbuchung von ${amount} durch ${party} geklärt?`,
  dealIntro:
    'Die Quittung ist unverändert. Hier wird endgültig vermerkt, dass die Rückbuchung geklärt ist.',
  dealButton: 'Ist geklärt',
  dealtSaid: (amount, party) => `Als geklärt vermerkt: ${amount} von ${party}.`,
  refund: 'Zurückgezahlt …',
  refundTitle: (amount, party) => `Haben Sie ${amount} an ${party} zurückgezahlt?`,
  refundIntro:
    'Ihre Bank überweist, nicht diese App. Hier wird die Rückzahlung endgültig vermerkt.',
  refundButton: 'Ist zurückgezahlt',
  refundedSaid: (amount, party) => `Vermerkt: ${amount} an ${party} zurückgezahlt.`,
  notPayment: 'Keine Zahlung für eine Bestellung',
  notPaymentOf: (amount, party) => `${amount} von ${party} ist keine Zahlung für eine Bestellung`,
  notPaymentSaid: (amount, party) =>
    `Beiseitegelegt: ${amount} von ${party}. Sie zählt nicht mehr.`,
  setAsideSince: (day) => `Beiseitegelegt am ${day}.`,
  showAside: (n) => `${count(n)} beiseitegelegte zeigen`,
  hideAside: 'Beiseitegelegte ausblenden',
  aside: 'Keine Zahlungen für Bestellungen',
  asideIntro:
    'Sie bezahlen keine Bestellung und werden in späteren Auszügen wiedererkannt. „Wieder zählen“ schlägt ihre Bestellungen noch einmal vor.',
  restore: 'Wieder zählen',
  restoredSaid: (amount, party) => `${amount} von ${party} zählt wieder.`,
  none: 'Noch keine Zahlungen. Importieren Sie einen Kontoauszug.',
  showDone: (n) => `${count(n)} erledigte zeigen`,
  hideDone: 'Erledigte ausblenden',
  done: 'Erledigt',
  doneIntro: 'Diese sind erledigt.',

  banks: 'Banken',
  noBanks: 'Noch keine Banken. CAMT braucht keine. Bei CSV wählen Sie die Spalten beim Import.',
  remove: 'Entfernen …',
  removeWhat: (name) => `${name} entfernen`,
  removeTitle: (name) => `Bank „${name}“ entfernen?`,
  removeIntro: 'Die Auswahl ihrer Spalten wird gelöscht.',
  removeStays: 'Importierte Buchungen bleiben.',
  discard: (n) =>
    n === 1
      ? 'Eine Zahlung verwerfen, die nur in ihren Dateien steht und keine Bestellung beglichen hat:'
      : `${count(n)} Zahlungen verwerfen, die nur in ihren Dateien stehen und keine Bestellung beglichen haben:`,
  discarded: (day, amount, party) => `${day}, ${amount} von ${party}`,
  discardDebits: (n) =>
    n === 1
      ? 'Eine Abbuchung aus ihren Dateien geht mit.'
      : `${count(n)} Abbuchungen aus ihren Dateien gehen mit.`,
  discardKept: (n) =>
    n === 1
      ? 'Eine Buchung bleibt: Sie hat eine Bestellung beglichen oder wurde zurückgezahlt.'
      : `${count(n)} Buchungen bleiben: Sie haben Bestellungen beglichen oder wurden zurückgezahlt.`,
  removeButton: 'Bank entfernen',
};
