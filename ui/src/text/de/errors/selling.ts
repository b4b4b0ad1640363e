import type { BankChoice } from '../../../platform/types/BankChoice';
import type { CodebookFault } from '../../../platform/types/CodebookFault';
import type { ErrorPlace } from '../../../platform/types/ErrorPlace';
import type { InvoiceTermsFault } from '../../../platform/types/InvoiceTermsFault';
import type { KindFault } from '../../../platform/types/KindFault';
import type { StatementFault } from '../../../platform/types/StatementFault';
import type { VatFault } from '../../../platform/types/VatFault';
import type { VatIdFault } from '../../../platform/types/VatIdFault';
import { count, counted } from '../../digits';
import type { Sentences } from '../../en/errors';
import { listed, mebibytes } from './lists';

export function ofKind(kind: string, fault: KindFault): Sentences {
  switch (fault) {
    case 'unknown':
      return [
        `Eine Art „${kind}“ von Merkmal gibt es nicht.`,
        'Anzahl, Summe, Mittelwert, Histogramm und Kreuztabelle gibt es von einem Datensatz, Wert und Vektor von eigenen Zahlen.',
      ];
    case 'of-own-numbers':
      return [
        'Wert und Vektor sind eigene Zahlen, keine Frage an einen Datensatz.',
        'Wählen Sie eigene Zahlen statt des Datensatzes.',
      ];
    case 'of-a-dataset':
      return ['Diese Art von Merkmal braucht einen Datensatz.', 'Wählen Sie einen.'];
    case 'not-of-a-column':
      return [
        `Die Art „${kind}“ gibt es nicht von einer Spalte allein.`,
        'Es gibt count, sum, mean und histogram: Anzahl, Summe, Mittelwert und Histogramm.',
      ];
  }
}

export function ofCurrencies({
  of,
  are,
  stated,
}: Extract<ErrorPlace, { part: 'currencies' }>): Sentences {
  if (are.length === 0)
    return [
      'Die Population hat kein offenes Angebot, aus dem die Währung hervorginge.',
      'Geben Sie die Währung der Regel an, etwa EUR.',
    ];
  if (stated === null)
    return [
      `Die Angebote der Population sind in ${listed(are)}, und eine Regel hat eine Währung.`,
      'Machen Sie für jede eine Regel, und geben Sie die Währung an.',
    ];
  const who = of === 'listing' ? 'Das Angebot ist' : 'Die Angebote der Population sind';
  return [
    `${who} in ${listed(are)}, nicht in ${stated}.`,
    'Lassen Sie die Währung weg, oder geben Sie die richtige an.',
  ];
}

export const OF_VAT: Record<VatFault, Sentences> = {
  rate: [
    'Das ist kein Umsatzsteuersatz: Er liegt über 0 und unter 100 und hat höchstens zwei Nachkommastellen.',
    'Schreiben Sie ihn wie 19 oder 5,5.',
  ],
  reason: [
    'Eine Rechnung ohne Umsatzsteuer sagt in einer Zeile, warum.',
    'Nennen Sie die Vorschrift, etwa: steuerfrei als Kleinunternehmer.',
  ],
};

export function ofVatId(fault: VatIdFault): Sentences {
  switch (fault.is) {
    case 'wrong':
      return [
        fault.whose === 'seller'
          ? 'Ihre USt-IdNr. ist keine.'
          : 'Die USt-IdNr. des Käufers ist keine.',
        'Sie beginnt mit den zwei Buchstaben ihres Landes (EL für Griechenland), und 2 bis 13 Buchstaben und Ziffern folgen, etwa DE123456789.',
      ];
    case 'none-of-buyer':
      return [
        'Die USt-IdNr. des Käufers fehlt: Schuldet er die Steuer, steht sie auf der Rechnung.',
        'Fragen Sie ihn danach, oder geben Sie die Umsatzsteuer anders an.',
      ];
    case 'none-of-seller':
      return [
        'Ihre USt-IdNr. fehlt: Schulden die Käufer die Steuer, steht sie auf der Rechnung.',
        'Geben Sie sie an, oder geben Sie die Umsatzsteuer anders an.',
      ];
    case 'no-tax-number-either':
      return [
        'Ihre USt-IdNr. und Ihre Steuernummer fehlen: Wer Umsatzsteuer ausweist oder von ihr befreit ist, gibt eine davon an.',
        'Geben Sie eine an, oder dass Ihre Verkäufe nicht steuerbar sind.',
      ];
  }
}

export function ofInvoiceTerms(fault: InvoiceTermsFault): Sentences {
  switch (fault.is) {
    case 'prefix':
      return [
        `Vor der Nummer stehen mehr als ${fault.most} Zeichen, oder eines davon sieht man nicht.`,
        'Lassen Sie sie weg, oder schreiben Sie ein paar Buchstaben, etwa R-.',
      ];
    case 'digit-at-end':
      return [
        'Die Zeichen vor der Nummer enden mit einer Ziffer.',
        'Setzen Sie einen Bindestrich dahinter, etwa 2026-.',
      ];
    case 'days':
      return [
        `Eine Rechnung ist in 1 bis ${fault.most} Tagen zu bezahlen.`,
        'Geben Sie eine Zahl von Tagen an, etwa 14.',
      ];
  }
}

export const OF_BANK: Record<BankChoice, Sentences> = {
  day: ['Die Spalte des Buchungstags ist nicht gewählt.', 'Wählen Sie sie.'],
  amount: ['Die Spalte des Betrags ist nicht gewählt.', 'Wählen Sie sie.'],
  direction: [
    'Die Spalte der Richtung und ihre beiden Wörter gehören zusammen, ohne eigene Spalte für Ausgänge.',
    'Geben Sie alle drei an oder keine. Die beiden Wörter müssen verschieden sein.',
  ],
  text: ['Die Spalten mit dem Text des Zahlers sind nicht gewählt.', 'Wählen Sie sie.'],
  status: [
    'Die Spalte des Status und ihr Wort für gebuchte Zeilen gehören zusammen.',
    'Geben Sie beides an oder keines.',
  ],
};

export function ofStatement(fault: StatementFault): Sentences {
  const ask =
    'Nichts wurde geändert. Fragen Sie Ihre Bank nach CAMT.052, CAMT.053 oder CAMT.054, oder nach CSV.';
  switch (fault.is) {
    case 'too-many-bytes':
      return [`Die Datei ist größer als ${mebibytes(fault.most)}, wie kein Kontoauszug.`, ask];
    case 'too-many-bookings':
      return [`Die Datei hat mehr als ${count(fault.most)} Buchungen.`, ask];
    case 'binary':
      return ['Das ist keine Textdatei.', ask];
    case 'encoding':
      return [
        `Die Datei ist ab Zeile ${count(fault.line)} kein Text in der Zeichenkodierung ${fault.encoding}.`,
        'Nichts wurde geändert. Wählen Sie die Zeichenkodierung der Dateien dieser Bank, oder fragen Sie nach CAMT.',
      ];
    case 'foreign':
      return [`Die Datei ist ${fault.format} und wird nicht gelesen.`, ask];
    case 'archive':
      return [
        'Das ZIP-Archiv lässt sich nicht als Kontoauszug lesen.',
        'Nichts wurde geändert. Packen Sie es aus, und importieren Sie die Auszüge einzeln.',
      ];
    case 'xml':
      return [
        `Die Datei ist kein fehlerfreies XML: Der Fehler ist bei Byte ${count(fault.byte)}.`,
        ask,
      ];
    case 'doctype':
      return ['Die Datei hat eine Dokumenttypdefinition, die kein Kontoauszug hat.', ask];
    case 'entity':
      return [`Die Datei nennt eine Entität „${fault.name}“, die kein Kontoauszug hat.`, ask];
    case 'nesting':
      return [`Das XML ist mehr als ${count(fault.most)} Ebenen tief, wie kein Kontoauszug.`, ask];
    case 'long-tag':
      return [
        `Das XML hat ein Tag von mehr als ${count(fault.most)} Byte, wie kein Kontoauszug.`,
        ask,
      ];
    case 'large-entry':
      return [
        `Das XML hat einen Eintrag von ${count(fault.most)} Elementen, wie kein Kontoauszug.`,
        ask,
      ];
    case 'other':
      return ['Diese Datei lässt sich nicht als Kontoauszug lesen.', ask];
    case 'not-camt':
      return [
        `Die Datei ist XML, aber kein CAMT.052, CAMT.053 oder CAMT.054 einer Bank: Ihr Namensraum ist „${fault.namespace}“.`,
        ask,
      ];
    case 'no-columns':
      return fault.bank === null
        ? [
            'Die Datei ist kein CAMT-Auszug, und für CSV sind die Spalten noch nicht gewählt.',
            'Wählen Sie sie einmal, und nennen Sie dann die Bank.',
          ]
        : [
            `Die Datei ist kein CAMT-Auszug; sie hat die Spalten Ihrer Bank „${fault.bank}“.`,
            'Wählen Sie diese Bank.',
          ];
    case 'missing-column':
      return [
        `Keine der ersten ${fault.within} Zeilen hat alle gewählten Spalten: „${fault.name}“ fehlt.`,
        'Sehen Sie sich die Spalten der Datei an, und wählen Sie sie neu.',
      ];
    case 'no-table':
      return [
        'Die Datei hat keine Spalten: In CSV steht in jeder Zeile dasselbe Zeichen zwischen den Feldern.',
        ask,
      ];
    case 'no-header':
      return [
        `Zeile ${count(fault.line)} nennt keine zwei Spalten, oder sie ist keine der ersten ${fault.within}.`,
        'Geben Sie die Zeile an, in der die Namen der Spalten stehen.',
      ];
    case 'day-order':
      return [
        `Der Tag „${fault.day}“ in Zeile ${count(fault.line)} ist in einer anderen Reihenfolge geschrieben als die Tage dieser Bank; nichts wurde importiert.`,
        'Wählen Sie die Spalten der Bank noch einmal, mit der Reihenfolge, in der die Datei ihre Tage hat.',
      ];
    case 'direction':
      return [
        `Die Beträge haben kein Vorzeichen. Ob Geld ein- oder ausging, scheint in Spalte „${fault.name}“ zu stehen, und sie ist nicht gewählt.`,
        'Wählen Sie diese Spalte als Richtung, mit ihren Wörtern für Eingang und Ausgang.',
      ];
    case 'far-day':
      return [
        `Eine Buchung der Datei ist vom ${fault.day}, heute ist der ${fault.today}; nichts wurde importiert.`,
        'Prüfen Sie den Tag in der Datei, die Reihenfolge seiner Teile und die Uhr dieses Computers.',
      ];
  }
}

export function ofCodebook(fault: CodebookFault): Sentences {
  const rows =
    'Die erste Zeile nennt, was wo steht; für jede Spalte folgt eine Zeile mit Komma, Semikolon oder Tabulator zwischen den Zellen.';
  const ofCells = (n: number) => counted(n, 'Zelle', 'Zellen');
  switch (fault.is) {
    case 'no-csv':
      return ['Die Datei lässt sich nicht als CSV lesen.', rows];
    case 'no-row':
      return ['Es ist keine Spalte beschrieben.', rows];
    case 'too-many-rows':
      return [
        `Es sind mehr als ${count(fault.most)} Spalten beschrieben.`,
        'Lassen Sie welche weg.',
      ];
    case 'cells':
      return [
        `Zeile ${count(fault.line)} hat ${ofCells(fault.cells)}, die erste ${ofCells(fault.headings)}.`,
        rows,
      ];
    case 'take':
      return [
        `In Zeile ${count(fault.line)} steht unter „take“ weder „yes“ noch „no“, sondern „${fault.text}“.`,
        'Schreiben Sie eines von beiden.',
      ];
    case 'no-list':
      return [
        `In Zeile ${count(fault.line)} ist „${fault.text}“ keine Aufzählung mit Kommas.`,
        'Setzen Sie, was ein Komma enthält, in doppelte Anführungszeichen.',
      ];
    case 'unknown-heading':
      return [
        `Die erste Zeile nennt „${fault.word}“, und das gibt es nicht.`,
        `Es gibt ${listed(fault.headings)}.`,
      ];
    case 'heading-twice':
      return [`Die erste Zeile nennt „${fault.word}“ zweimal.`, 'Nennen Sie es einmal.'];
    case 'no-heading':
      return [`In der ersten Zeile fehlt „${fault.word}“.`, rows];
    case 'no-name':
      return [
        'Eine Spalte des Codebuchs hat keinen Namen.',
        'Nichts wurde geändert. Geben Sie jeder einen.',
      ];
    case 'column-twice':
      return [
        `Die Spalte „${fault.column}“ steht zweimal im Codebuch.`,
        'Nichts wurde geändert. Ein Codebuch hat eine Zeile für jede Spalte.',
      ];
  }
}
