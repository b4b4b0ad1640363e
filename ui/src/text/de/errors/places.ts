import type { ErrorPlace } from '../../../platform/types/ErrorPlace';
import type { TextFault } from '../../../platform/types/TextFault';
import type { Sentences } from '../../en/errors';
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

/** Errors whose place is known. */
export function placed(place: ErrorPlace): Sentences {
  if (place.part === 'text') return ofText(IN[place.field] ?? 'Im Text', place.fault);
  return [`Preis, ${drafting.pointNumber(place.row + 1)}: ${drafting.misfit[place.fault]}`];
}
