import type { AmountFault } from '../../../platform/types/AmountFault';
import type { DayFault } from '../../../platform/types/DayFault';
import type { ErrorPlace } from '../../../platform/types/ErrorPlace';
import type { TextFault } from '../../../platform/types/TextFault';
import type { Sentences, Writes } from '../../en/errors';
import { drafting } from '../drafting';

/** Fields of documents at the start of a sentence that says what is in them. */
const IN: Record<string, string> = {
  title: 'Im Titel',
  description: 'In der Beschreibung',
  terms: 'In den Bedingungen',
  unit: 'In der Einheit',
  reason: 'Im Grund',
  filters: 'In einer Bedingung',
  bins: 'In einer Klasse',
  labels: 'In einer Klasse',
  columns: 'In einer der Spalten oder ihren Klassen',
  column: 'Im Namen der Spalte',
  unit_name: 'Im Namen der Schutzeinheit',
  unit_column: 'Im Namen der Spalte, die die Person nennt,',
  payment_reference: 'Im Verwendungszweck',
  seller_name: 'Im Namen der Mappe',
  buyer_name: 'Im Namen der Mappe',
  maker_name: 'Im Namen der Mappe',
  name: 'Im Namen',
  note: 'In der Notiz',
};

/** The characters that end a line. */
const BREAKS = new Set(['U+000A', 'U+000B', 'U+000C', 'U+000D', 'U+0085', 'U+2028', 'U+2029']);
const TAB = 'U+0009';
const CONTROL = /^U\+00[01789]/;
const ANEW =
  'Tippen Sie den Text neu ein, statt ihn zu kopieren: Ein solches Zeichen sieht man nicht, und mit ihm können zwei Texte gleich aussehen.';

function ofText(where: string, fault: TextFault): Sentences {
  if (fault.is === 'empty') return [`${where} steht nichts.`, 'Schreiben Sie ein paar Worte.'];
  if (fault.is === 'too-long')
    return [`${where} stehen mehr als ${fault.most} Zeichen.`, 'Kürzen Sie den Text.'];
  const { sign } = fault;
  if (BREAKS.has(sign))
    return [`${where} steht ein Zeilenumbruch.`, 'Schreiben Sie alles in eine Zeile.'];
  if (sign === TAB) return [`${where} steht ein Tabulator.`, ANEW];
  const kind = CONTROL.test(sign) ? 'ein Steuerzeichen' : 'ein unsichtbares Zeichen';
  return [`${where} steht ${kind}, ${sign}.`, ANEW];
}

function ofDay(fault: DayFault, writes: Writes): Sentences {
  switch (fault.is) {
    case 'no-day':
      return [
        'Das ist kein Tag des Kalenders.',
        'Schreiben Sie Tag, Monat und Jahr mit Punkten dazwischen.',
      ];
    case 'to-come':
      return ['Dieser Tag liegt in der Zukunft.', 'Geben Sie den Tag an, an dem bezahlt wurde.'];
    case 'over':
      return ['Dieser Tag ist vorbei.', 'Geben Sie einen künftigen Tag an, oder keinen.'];
    case 'before-order':
      return [
        `Dieser Tag liegt vor der Bestellung vom ${writes.day(fault.ordered)}.`,
        'Geben Sie den Tag an, an dem bezahlt wurde.',
      ];
  }
}

function ofAmount(fault: AmountFault, writes: Writes): Sentences {
  switch (fault.is) {
    case 'empty':
      return ['Der Betrag fehlt.', 'Geben Sie einen an, etwa 20 oder 12,50.'];
    case 'no-amount':
      return [
        'Das ist kein Betrag.',
        'Schreiben Sie eine Dezimalzahl ohne Währungszeichen, etwa 20 oder 12,50.',
      ];
    case 'negative':
      return ['Der Betrag ist negativ.', 'Geben Sie einen über 0 an.'];
    case 'zero':
      return ['Ein Betrag von 0 bezahlt nichts.', 'Geben Sie an, was bezahlt wurde.'];
    case 'too-many-decimals':
      return fault.most === 0
        ? [`${fault.currency} hat keine Nachkommastellen.`, 'Geben Sie eine ganze Zahl an.']
        : [
            `${fault.currency} hat höchstens ${fault.most} Nachkommastellen.`,
            'Lassen Sie die übrigen weg.',
          ];
    case 'too-large':
      return ['So groß kann ein Betrag nicht sein.', 'Prüfen Sie die Zahl.'];
    case 'above-owed': {
      const { owed, currency, exponent } = fault;
      const open = writes.money({ minor: owed, currency, exponent });
      return [`Das ist mehr, als offen ist: ${open}.`, 'Geben Sie höchstens das an.'];
    }
    case 'nothing-owed':
      return [
        'Diese Quittung ist bezahlt: Nichts ist offen.',
        'Zahlen Sie zurück, was doppelt kam.',
      ];
  }
}

/** Errors whose place is known. */
export function placed(place: ErrorPlace, writes: Writes): Sentences {
  if (place.part === 'text') return ofText(IN[place.field] ?? 'Im Text', place.fault);
  if (place.part === 'day') return ofDay(place.fault, writes);
  if (place.part === 'amount') return ofAmount(place.fault, writes);
  return [`Preis, ${drafting.pointNumber(place.row + 1)}: ${drafting.misfit[place.fault]}`];
}
