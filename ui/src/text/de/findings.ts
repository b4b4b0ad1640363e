import { count } from '../digits';
import type { AuditCode } from '../../platform/types/AuditCode';
import type { AuditLimitCode } from '../../platform/types/AuditLimitCode';
import type { AuditLimitDetail } from '../../platform/types/AuditLimitDetail';
import type { Text } from '../shape';

/** Title and meaning of each finding. */
const FOUND: Record<AuditCode, readonly [string, string]> = {
  'not-recognised': [
    'Unbekannte Datei',
    'Sie beginnt wie keine der Dateien, die geprüft werden können.',
  ],
  unreadable: ['Datei nicht lesbar', 'Sie ließ sich nicht bis zu ihrem Ende lesen.'],
  'ledger-malformed': [
    'Kein gültiges Hauptbuch',
    'Eine Stelle hat nicht die Form, die ein Hauptbuch hat.',
  ],
  'bundle-malformed': [
    'Kein gültiges Bündel',
    'Die Bytes haben nicht die eine Form, die ein Bündel hat.',
  ],
  'copy-malformed': [
    'Keine gültige Kopie',
    'Die Bytes haben nicht die eine Form, die eine Kopie hat.',
  ],
  'document-refused': [
    'Dokument ungültig',
    'Form oder Signatur stimmen nicht: Es ist nicht, was unterschrieben wurde.',
  ],
  'checkpoint-refused': [
    'Prüfpunkt ungültig',
    'Form oder Signatur stimmen nicht: Es ist nicht, was unterschrieben wurde.',
  ],
  'signer-not-owner': [
    'Falscher Unterzeichner',
    'Was der Eigentümer signieren musste, hat ein anderer signiert.',
  ],
  'unexpected-kind': [
    'Falsche Art von Dokument',
    'Ein Dokument dieser Art gehört nicht an diese Stelle.',
  ],
  'double-document': ['Dokument doppelt', 'Dasselbe Dokument kommt zweimal vor.'],
  'unknown-listing': [
    'Angebot fehlt',
    'Ein Dokument nennt ein Angebot, das hier nicht gezeigt wird.',
  ],
  'wrong-listing': [
    'Falsches Angebot',
    'Bestellung, Quittung und Freigabe nennen nicht dasselbe Angebot.',
  ],
  'wrong-order': [
    'Falsche Bestellung',
    'Ein Dokument nennt eine andere Bestellung als die gezeigte.',
  ],
  'wrong-release': [
    'Falsche Freigabe',
    'Die Quittung nennt eine andere Freigabe als die gezeigte.',
  ],
  'wrong-version': [
    'Falsche Fassung',
    'Ein Angebot setzt keine gezeigte Fassung fort, oder es ändert, was gleich bleiben muss.',
  ],
  'unequal-data': [
    'Ein Rauschen für zweierlei Daten',
    'Zwei Angebote haben dieselben Startwerte und verschiedene Daten: Ihre Differenz ist dann ohne jedes Rauschen zu sehen.',
  ],
  'unequal-questions': [
    'Ein Rauschen für zweierlei Fragen',
    'Zwei Angebote haben dieselben Startwerte und stellen verschiedene Fragen: Ihr Rauschen schützt dann nicht.',
  ],
  'open-twice': [
    'Frage zweimal offen',
    'Von einer Frage ist ein zweites Angebot offen, bevor das erste zurückgezogen war.',
  ],
  'population-differs': [
    'Ungleiche Population',
    'Angebote einer Population haben verschiedene Einheiten oder Nachbarschaften: Ihre Verluste lassen sich nicht zusammenzählen.',
  ],
  'unknown-question': [
    'Unbekannte Frage',
    'Eine Öffnung wurde für eine Frage gewährt, die kein Angebot davor in dieser Population hat.',
  ],
  'wrong-opening': [
    'Öffnung passt nicht',
    'Sie öffnet nicht, worauf sich das Angebot festgelegt hat.',
  ],
  'wrong-buyer': [
    'Falscher Käufer',
    'Die Bestellung hat ein anderer signiert als der Käufer der Quittung.',
  ],
  'double-order': ['Bestellung doppelt verkauft', 'Zu einer Bestellung gibt es zwei Quittungen.'],
  'refused-and-sold': [
    'Abgelehnt und verkauft',
    'Zu einer Bestellung gibt es eine Ablehnung und eine Quittung desselben Eigentümers.',
  ],
  'order-without-receipt': [
    'Bestellung ohne Quittung',
    'Auf eine Bestellung folgt keine Quittung.',
  ],
  'receipt-without-order': [
    'Quittung ohne Bestellung',
    'Vor einer Quittung steht keine Bestellung.',
  ],
  'log-size': [
    'Falsche Größe des Protokolls',
    'Der Prüfpunkt zählt anders viele Einträge, als da sind.',
  ],
  'log-root': [
    'Falsche Wurzel des Protokolls',
    'Die Einträge ergeben nicht die Wurzel, die signiert wurde.',
  ],
  'not-included': ['Beweis trägt nicht', 'Er zeigt nicht, dass die Quittung im Protokoll steht.'],
  'not-in-ledger': ['Eintrag fehlt im Hauptbuch', 'Das Hauptbuch hat ihn nicht an seinem Platz.'],
  fork: [
    'Zwei Geschichten',
    'Der Eigentümer hat zwei Hauptbücher signiert, die einander widersprechen.',
  ],
  'rolled-back': [
    'Einträge zurückgenommen',
    'Dem Hauptbuch fehlen Einträge, die ein Prüfpunkt schon zählt.',
  ],
  'wrong-price': ['Falscher Preis', 'Er ist nicht der des Tarifs.'],
  'wrong-currency': ['Falsche Währung', 'Sie ist nicht die des Angebots.'],
  'level-mismatch': [
    'Verschiedene Stufen',
    'Bestellung, Quittung und Freigabe nennen verschiedene Stufen.',
  ],
  'over-ceiling': ['Über der Obergrenze', 'Verkauft wurde mehr, als das Angebot erlaubt.'],
  'copy-level': [
    'Falsche Stufe einer Kopie',
    'Sie liegt nicht unter der Freigabe, aus der sie gemacht ist.',
  ],
  'off-grain': ['Falscher Zuwachs', 'Er ist kein Vielfaches des kleinsten Schritts.'],
  'wrong-from': [
    'Falscher Anfang',
    'Der Verkauf beginnt bei einer anderen Stufe, als der Käufer hielt.',
  ],
  'wrong-holding': [
    'Falsche frühere Quittung',
    'Die Bestellung nennt nicht die letzte Quittung des Käufers.',
  ],
  'question-loss': ['Falscher Verlust der Frage', 'Er ist nicht die höchste verkaufte Stufe.'],
  'population-loss': [
    'Falscher Verlust der Population',
    'Er ist nicht der mitgebrachte Verlust und die Summe über ihre Fragen.',
  ],
  'over-cap': ['Über der Grenze', 'Der Verlust der Population übersteigt ihre Grenze.'],
  'wrong-cap': ['Falsche Grenze', 'Angegeben ist eine andere Grenze, als gilt.'],
  'carried-falls': ['Mitgebrachter Verlust fällt', 'Er ist niedriger angegeben als zuvor.'],
  'missing-entry': ['Eintrag fehlt', 'Eine Nummer hat keinen Eintrag.'],
  'doubled-entry': ['Nummer doppelt', 'Zwei Einträge haben dieselbe Nummer.'],
  'reordered-entry': ['Falsche Reihenfolge', 'Ein Eintrag steht hinter einem mit höherer Nummer.'],
  'broken-chain': ['Kette gebrochen', 'Ein Eintrag nennt nicht den vorigen.'],
  'receipt-count': [
    'Quittungen falsch gezählt',
    'Die angegebene Anzahl ist nicht die der bisherigen Quittungen.',
  ],
  'grant-count': [
    'Öffnungen falsch gezählt',
    'Die angegebene Anzahl ist nicht die der bisher gewährten Öffnungen.',
  ],
  'wrong-total': ['Falsche Summe', 'Das Geld geht nicht auf.'],
  'values-hash': ['Werte verändert', 'Die Zahlen der Wertedatei sind nicht die signierten.'],
  'values-unreadable': [
    'Werte nicht lesbar',
    'Die Wertedatei hat nicht die Form einer Wertedatei.',
  ],
  'values-rows': ['Falsche Zeilen', 'Zeilen oder Bezeichnungen sind nicht die des Angebots.'],
  'values-changed': [
    'Falsche Änderungsmarken',
    'Als geändert ist markiert, was gleich blieb, oder umgekehrt.',
  ],
  'wrong-base': ['Falsche Grundlage', 'Die Freigabe baut nicht auf der vorigen des Käufers auf.'],
  'copies-differ': [
    'Kopien weichen ab',
    'Zwei Kopien desselben Käufers auf einer Stufe sind nicht gleich.',
  ],
  'time-goes-back': ['Zeit läuft rückwärts', 'Ein Dokument ist älter als eines, auf das es folgt.'],
  'sold-after-withdrawal': [
    'Nach der Rücknahme verkauft',
    'Das Angebot war beim Verkauf schon zurückgezogen.',
  ],
  'noise-law': [
    'Kein ehrliches Rauschen',
    'Die Werte weichen anders voneinander ab, als ehrliches Rauschen es täte.',
  ],
  'replay-differs': [
    'Wiederholung weicht ab',
    'Aus Startwerten und Daten ergibt sich eine andere Freigabe.',
  ],
};

const LIMITS: Record<AuditLimitCode, string> = {
  keys: 'Wem die Schlüssel gehören: Vergleichen Sie ihre Kennungen mit dem, was Eigentümer und Käufer anderswo darüber sagen.',
  truth: 'Ob die Daten wahr sind, und ob wirklich Geld geflossen ist.',
  unreceipted: 'Ob es Verkäufe ohne Quittung gab.',
  undelivered:
    'Was geliefert wurde: Es lag kein Bündel vor, also wurde keine Wertedatei eines Verkaufs betrachtet.',
  unreplayed:
    'Ob die Werte die des Rauschpfads sind: Dazu braucht es eine Öffnung vom Eigentümer und eine Wiederholung.',
  copy: 'Ob die Kopie ist, was ihr Ersteller sagt, nämlich die genannte Freigabe mit zusätzlichem Rauschen: Der Eigentümer hat ihre Werte nicht signiert. Auch neben der Freigabe könnte das Rauschen ein anderes sein.',
  'copy-maker':
    'Was die Ersteller von Kopien sonst noch haben oder anderen gegeben haben: Kopien mehrerer Käufer zusammen können bis zu dem verraten, was diese Käufer halten.',
  chosen:
    'Ob die Bündel nach ihren Werten ausgewählt wurden: Die Prüfung des Rauschens behält ihre Fehlalarmrate nur bei Bündeln, bei denen das nicht so ist.',
  'no-ledger':
    'Ob Verluste und Summen stimmen, und ob das Protokoll nur eine Geschichte hat: Dazu braucht es das Hauptbuch.',
  'cut-off':
    'Ob am Ende Einträge fehlen oder andere ein anderes Hauptbuch sehen: Ein späteres Hauptbuch oder ein Prüfpunkt, den jemand anderes aufbewahrt hat, würde es zeigen.',
  'left-out':
    'Ob eine Rücknahme fehlt, oder ein Angebot, von dem nichts verkauft wurde: Das Protokoll zählt nur Quittungen, Gewährungen und Grenzen.',
  'unknown-owner':
    'Wer einen Prüfpunkt signiert hat, zu dem kein Dokument seines Eigentümers vorliegt.',
  times:
    'Wann es war: Die Zeit einer Bestellung ist von der Uhr des Käufers, die einer Quittung von der des Eigentümers. Fest steht nur die Reihenfolge der Einträge.',
  'unknown-log':
    'Ob ein veröffentlichtes Protokoll von seinem Eigentümer ist: Kein Dokument mit seinem Schlüssel liegt vor.',
  unpublished: 'Ob die letzten Einträge eines Hauptbuchs noch veröffentlicht werden.',
  'not-all-replayed':
    'Ob andere Verkäufe des Angebots so geliefert wurden, wie der Rauschpfad es verlangt: Ihre Bündel liegen nicht vor.',
};

/** Findings whose message, where there are no sides, says why something could not be read. */
const REASONS: ReadonlySet<AuditCode> = new Set([
  'not-recognised',
  'unreadable',
  'ledger-malformed',
  'bundle-malformed',
  'copy-malformed',
  'document-refused',
  'checkpoint-refused',
  'log-root',
  'wrong-price',
  'values-unreadable',
]);

function detail(of: AuditLimitDetail, level: (micro: number) => string): string {
  switch (of.kind) {
    case 'log-unreadable':
      return `Das Protokoll unter ${of.log} war nicht zu lesen.`;
    case 'log-without-key':
      return `Ob das Protokoll unter ${of.log} von seinem Eigentümer ist: Kein Dokument mit seinem Schlüssel liegt vor.`;
    case 'unpublished':
      return `Ob ${of.entries === 1 ? 'der letzte Eintrag' : `die letzten ${count(of.entries)} Einträge`} von ${of.file} noch veröffentlicht ${of.entries === 1 ? 'wird' : 'werden'}: Das Protokoll unter ${of.log} hat ${count(of.published)}.`;
    case 'not-replayed': {
      // People count entries from 1.
      const named = of.first.map(
        (sale) => `Quittung ${count(sale.sequence + 1)} bei ${level(sale.micro_epsilon)}`,
      );
      const more = of.sales - of.first.length;
      const list = `${named.join(', ')}${more > 0 ? ` und ${count(more)} weitere` : ''}`;
      return of.sales === 1
        ? `Ob ein weiterer Verkauf von „${of.title}“ so geliefert wurde, wie der Rauschpfad es verlangt: Sein Bündel liegt nicht vor (${list}).`
        : `Ob ${count(of.sales)} weitere Verkäufe von „${of.title}“ so geliefert wurden, wie der Rauschpfad es verlangt: Ihre Bündel liegen nicht vor (${list}).`;
    }
  }
}

export const findings: Text['findings'] = {
  found: (code) => FOUND[code],
  limit: (code) => LIMITS[code],
  reason: (code) => REASONS.has(code),
  detail,
};
