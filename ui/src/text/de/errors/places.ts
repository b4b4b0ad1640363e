import type { AmountFault } from '../../../platform/types/AmountFault';
import type { DayFault } from '../../../platform/types/DayFault';
import type { ErrorCode } from '../../../platform/types/ErrorCode';
import type { ErrorPlace } from '../../../platform/types/ErrorPlace';
import type { NumberFault } from '../../../platform/types/NumberFault';
import type { NumberOf } from '../../../platform/types/NumberOf';
import type { TextFault } from '../../../platform/types/TextFault';
import { count } from '../../digits';
import type { Sentences, Writes } from '../../en/errors';
import { drafting } from '../drafting';
import { listed } from './lists';
import {
  OF_BANK,
  OF_VAT,
  ofCodebook,
  ofCurrencies,
  ofInvoiceTerms,
  ofKind,
  ofStatement,
  ofVatId,
} from './selling';

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
const ONE_LINE = 'Schreiben Sie alles in eine Zeile.';
const ANEW =
  'Tippen Sie den Text neu ein, statt ihn zu kopieren: Ein solches Zeichen sieht man nicht, und mit ihm können zwei Texte gleich aussehen.';

function ofText(where: string, fault: TextFault): Sentences {
  if (fault.is === 'empty') return [`${where} steht nichts.`, 'Schreiben Sie ein paar Worte.'];
  if (fault.is === 'too-long')
    return [`${where} stehen mehr als ${fault.most} Zeichen.`, 'Kürzen Sie den Text.'];
  const { sign } = fault;
  if (BREAKS.has(sign)) return [`${where} steht ein Zeilenumbruch.`, ONE_LINE];
  if (sign === TAB) return [`${where} steht ein Tabulator.`, ANEW];
  return [`${where} steht ein ${unseen(sign)}.`, ANEW];
}

/** A character that is not seen, without its article. */
function unseen(sign: string): string {
  return `${CONTROL.test(sign) ? 'Steuerzeichen' : 'unsichtbares Zeichen'}, ${sign}`;
}

/** Fields of the parties of an invoice, as subjects: of the seller, and of the buyer. */
const OF_PARTIES: Record<string, readonly [string, string]> = {
  name: ['Ihr Name', 'Der Name des Käufers'],
  street: ['Ihre Straße', 'Die Straße des Käufers'],
  post_code: ['Ihre Postleitzahl', 'Die Postleitzahl des Käufers'],
  city: ['Ihr Ort', 'Der Ort des Käufers'],
  tax_number: ['Ihre Steuernummer', 'Die Steuernummer des Käufers'],
  email: ['Ihre E-Mail-Adresse', 'Die E-Mail-Adresse des Käufers'],
  reference: ['Das Zeichen des Käufers', 'Das Zeichen des Käufers'],
};

function ofParty({ whose, field, fault }: Extract<ErrorPlace, { part: 'party' }>): Sentences {
  const [yours, theirs] = OF_PARTIES[field] ?? ['Eine Ihrer Angaben', 'Eine Angabe des Käufers'];
  const what = whose === 'seller' ? yours : theirs;
  if (fault.is === 'empty')
    return [
      `${what} fehlt.`,
      'Auf einer Rechnung stehen Name, Straße, Postleitzahl, Ort und Land.',
    ];
  if (fault.is === 'too-long')
    return [`${what} hat mehr als ${fault.most} Zeichen.`, 'Kürzen Sie die Angabe.'];
  const { sign } = fault;
  if (BREAKS.has(sign)) return [`${what} enthält einen Zeilenumbruch.`, ONE_LINE];
  if (sign === TAB) return [`${what} enthält einen Tabulator.`, ANEW];
  return [`${what} enthält ein ${unseen(sign)}.`, ANEW];
}

/** A level that does not go with another one. */
function ofLevel(code: ErrorCode | undefined, level: string, limit: string): Sentences | null {
  switch (code) {
    case 'ceiling-over-cap':
      return [
        `Die Obergrenze, ${level}, liegt über der Grenze der Population, ${limit}.`,
        'Mehr als die Grenze wird nie verkauft: Senken Sie die Obergrenze.',
      ];
    case 'grain':
      return [
        `Die Obergrenze, ${level}, ist kein Vielfaches des kleinsten Schritts, ${limit}.`,
        'Jede verkaufte Stufe ist eines: Wählen Sie beide so, dass es auch die Obergrenze ist.',
      ];
    case 'over-ceiling':
      return [
        `${level} liegt über der Obergrenze des Angebots, ${limit}.`,
        `Gehen Sie höchstens bis ${limit}.`,
      ];
    case 'over-available':
      return [
        `${level} ist derzeit nicht verfügbar: Der Verkäufer gibt ${limit} an.`,
        'Nichts wurde bestellt. Fragen Sie ihn, bevor Sie zahlen.',
      ];
    case 'not-tighter':
      return [
        `Eine Kopie auf ${level} verriete nicht weniger als Ihr Bestand, ${limit}.`,
        `Wählen Sie eine Stufe unter ${limit}; um den Bestand selbst weiterzugeben, exportieren Sie das Bündel.`,
      ];
    case 'tariff-too-short':
      return [
        `Der Preis endet bei ${level}, unter der Obergrenze, ${limit}.`,
        'Geben Sie für jede Stufe bis dahin einen an; in einem Entwurf können Sie auch die Obergrenze senken.',
      ];
    case 'top-below-ceiling':
      return [
        `Der Rauschpfad endet bei ${level}, unter der Obergrenze, ${limit}.`,
        'Über seinem Ende lässt sich nichts verkaufen: Heben Sie es an.',
      ];
    default:
      return null;
  }
}

const NUMBERS: Record<NumberOf, string> = {
  bounds: 'Schranken',
  step: 'Schrittweite',
  distance: 'Zu schützender Abstand',
  value: 'Wert',
  from: 'Untere Grenze',
  to: 'Obere Grenze',
  width: 'Breite',
  rows: 'Öffentliche Zeilenzahl',
  'expected-rows': 'Erwartete Zahl der Zeilen',
};

const NO_NUMBER: Record<NumberFault, readonly [string, string]> = {
  'no-number': [
    'ist keine Zahl.',
    'Schreiben Sie sie ohne Trennzeichen zwischen den Tausendern, etwa 1250,5; in einer Datei steht ein Punkt statt des Kommas.',
  ],
  'too-long': [
    'hat zu viele Stellen.',
    'Höchstens 37 sind möglich, davon höchstens 18 nach dem Komma.',
  ],
  'not-whole': [
    'ist keine ganze Zahl.',
    'Schreiben Sie sie ohne Trennzeichen, etwa 1000, oder lassen Sie sie weg.',
  ],
  grouped: [
    'Die Zahl lässt sich mit Tausendern und mit Nachkommastellen lesen.',
    'Schreiben Sie 200000 ohne Trennzeichen, oder hängen Sie einer Dezimalzahl eine Null an.',
  ],
  'not-positive': ['liegt nicht über 0.', 'Geben Sie eine Zahl über 0 an, etwa 0,01.'],
};

function ofNumber({ of, text, fault }: Extract<ErrorPlace, { part: 'number' }>): Sentences {
  const [wrong, way] = NO_NUMBER[fault];
  return text === ''
    ? [`${NUMBERS[of]}: Es fehlt eine Zahl.`, way]
    : [`${NUMBERS[of]}: „${text}“ ${wrong}`, way];
}

/** A path of which the code says what is wrong. */
function ofPath(code: ErrorCode | undefined, path: string): Sentences | null {
  switch (code) {
    case 'not-found':
      return [`„${path}“ gibt es nicht.`, 'Prüfen Sie den Pfad.'];
    case 'permission':
      return [
        `Das System erlaubt den Zugriff auf „${path}“ nicht.`,
        'Nichts wurde geändert; prüfen Sie, wem die Datei und ihr Ordner gehören.',
      ];
    case 'read-only':
      return [
        `„${path}“ ist auf einem schreibgeschützten Datenträger.`,
        'Nichts wurde geändert; geben Sie Schreibrechte, oder nehmen Sie einen anderen Pfad.',
      ];
    case 'is-a-folder':
      return [
        `„${path}“ ist ein Ordner.`,
        'Geben Sie eine Datei an, oder zum Nachprüfen den Ordner eines Marktes, in dem Hauptbücher veröffentlicht sind.',
      ];
    case 'not-a-file':
      return [
        `„${path}“ ist ein Ordner oder etwas anderes als eine gewöhnliche Datei.`,
        'Geben Sie den Pfad einer Datei an.',
      ];
    case 'strange-link':
      return [
        `„${path}“ ist eine Verknüpfung, die ein anderer Benutzer angelegt hat.`,
        'Es wurde nichts geschrieben. Wählen Sie einen anderen Namen oder einen eigenen Ordner.',
      ];
    case 'reserved-folder':
      return [
        `„${path}“ liegt in einer Mappe, in einem Markt oder im Zustandsordner des Programms; dorthin wird nichts ausgegeben.`,
        'Es wurde nichts geschrieben. Wählen Sie einen anderen Ordner, etwa `exports` in der Mappe.',
      ];
    case 'no-home':
      return [
        `In „${path}“ ist keine Mappe.`,
        'Geben Sie den Ordner einer Mappe an, oder legen Sie eine an.',
      ];
    default:
      return null;
  }
}

function ofDay(fault: DayFault, writes: Writes): Sentences {
  switch (fault.is) {
    case 'no-day':
      return [
        'Das ist kein Tag des Kalenders.',
        'Schreiben Sie Jahr, Monat und Tag, etwa 2026-11-30.',
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

/** Errors whose place is known; null where what is said of the code says more. */
export function placed(
  place: ErrorPlace,
  code: ErrorCode | undefined,
  writes: Writes,
): Sentences | null {
  switch (place.part) {
    case 'text':
      return ofText(IN[place.field] ?? 'Im Text', place.fault);
    case 'day':
      return ofDay(place.fault, writes);
    case 'amount':
      return ofAmount(place.fault, writes);
    case 'point':
      return [`Preis, ${drafting.pointNumber(place.row + 1)}: ${drafting.misfit[place.fault]}`];
    case 'level':
      return ofLevel(code, writes.level(place.level), writes.level(place.limit));
    case 'increase': {
      const { more, grain, nearest } = place;
      return [
        `${writes.level(more)} mehr ist kein Vielfaches des kleinsten Schritts, ${writes.level(grain)}.`,
        nearest === null
          ? `Das Kleinste, was es zu kaufen gibt, ist ${writes.level(grain)}.`
          : `Die nächste Stufe darunter ist ${writes.level(nearest)}.`,
      ];
    }
    case 'accuracy': {
      const width = writes.accuracy(place.half_width, place.unit);
      return [
        `Ihr Bestand auf ${writes.level(place.held)} ist mit ${width} schon so genau.`,
        'Verlangen Sie ein schmaleres Intervall.',
      ];
    }
    case 'path':
      return ofPath(code, place.path);
    case 'new-file':
      return place.fault === 'of-a-key'
        ? [
            'Eine Datei dieses Namens gibt es schon, und ein Schlüssel ersetzt nie eine Datei.',
            'Wählen Sie einen anderen Namen.',
          ]
        : [
            'Die Antwort und das rohe Rauschgitter können nicht in derselben Datei stehen.',
            'Nennen Sie für das Rauschgitter eine andere.',
          ];
    case 'number':
      return ofNumber(place);
    // The host has these sentences.
    case 'query':
      return null;
    case 'kind':
      return ofKind(place.kind, place.fault);
    case 'noise':
      return [
        place.sensitivity === 0
          ? 'Nichts verschiebt das Ergebnis um einen Schritt, und dafür gibt es kein Rauschen.'
          : `Eine Schutzeinheit verschiebt das Ergebnis um ${count(place.sensitivity)} Schritte; bei ${writes.level(place.level)} wäre das Rauschen dazu 2^50 Schritte breit oder breiter, und so breites gibt es nicht.`,
        'Nehmen Sie engere Schranken, einen gröberen Schritt oder größere Stufen.',
      ];
    case 'currencies':
      return ofCurrencies(place);
    case 'party':
      return ofParty(place);
    case 'vat-id':
      return ofVatId(place.fault);
    case 'vat':
      return OF_VAT[place.fault];
    case 'invoice-terms':
      return ofInvoiceTerms(place.fault);
    case 'invoice-number':
      return [
        `Die nächste Rechnung hat eine Nummer von ${place.least} bis ${place.most}.`,
        'Keine Nummer wird zweimal vergeben: Geben Sie die nach der letzten an, die Sie verschickt haben.',
      ];
    case 'statement':
      return ofStatement(place.fault);
    case 'bank':
      return OF_BANK[place.missing];
    case 'codebook':
      return ofCodebook(place.fault);
    case 'losses': {
      const names = place.populations.map((name) => `„${name}“`);
      return [
        names.length === 0
          ? 'In der Datei steht keine Population.'
          : `Diese Population steht nicht in der Datei, sondern ${listed(names)}.`,
        'Geben Sie der neuen denselben Namen.',
      ];
    }
    case 'contact':
      if (code === 'contact-known') return null;
      return [
        `Der Kontakt dieses Namens hat einen anderen Schlüssel, ${place.kid}.`,
        'Wählen Sie einen Namen, der die beiden unterscheidet, oder entfernen Sie zuerst den anderen Kontakt.',
      ];
  }
}
