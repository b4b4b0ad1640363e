import { counted } from '../digits';
import type { Text } from '../shape';

const comparisons = (n: number) => counted(n, 'Vergleich', 'Vergleiche');

export const checks: Text['checks'] = {
  of: {
    files: {
      title: 'Dateien',
      what: 'die Form jeder Datei, Byte für Byte',
      against: 'die Formate von Hauptbuch, Bündel, Kopie, Prüfpunkt und Dokument',
      made: (n) => counted(n, 'Datei', 'Dateien'),
      byHand:
        'Ein Hauptbuch ist Text: der Prüfpunkt, eine leere Zeile, dann ein Dokument je Zeile. `unzip -l` zeigt, was in einem Bündel (sieben Dateien) oder einer Kopie (drei) liegt.',
    },
    signatures: {
      title: 'Signaturen',
      what: 'Signatur und Unterzeichner jedes Dokuments und Prüfpunkts',
      against: 'die Schlüssel, die die Dokumente tragen und nennen',
      made: comparisons,
      byHand:
        'Jede Zeile eines Hauptbuchs und jede .jws-Datei eines Bündels ist eine JWS (RFC 7515, EdDSA): Jede JOSE-Bibliothek prüft sie mit dem Schlüssel, der in der Nutzlast steht. Die Kennung des Schlüssels ist sein Fingerabdruck (RFC 7638). Ein Prüfpunkt ist eine signierte Notiz (C2SP): der Text bis zur leeren Zeile, mit demselben Schlüssel geprüft, etwa mit `openssl pkeyutl -verify -rawin`.',
    },
    documents: {
      title: 'Dokumente und Verweise',
      what: 'Arten, Kennungen, und welches Dokument welches nennt',
      against: 'die Dokumente selbst',
      made: (n) => counted(n, 'Verweis', 'Verweise'),
      byHand:
        'Die Kennung eines Dokuments ist der SHA-256 seiner Zeile ohne Zeilenende, in base64url: `printf %s "$line" | openssl dgst -sha256 -binary | basenc --base64url`, ohne das `=` am Ende. Lesen Sie die Nutzlasten (der zweite der drei Teile, in base64url), und vergleichen Sie die Kennungen, die sie nennen.',
    },
    orders: {
      title: 'Bestellungen',
      what: 'dass jeder Verkauf seine eigene Bestellung hat, vom Käufer signiert',
      against: 'die Quittungen',
      made: comparisons,
      byHand:
        'Im Hauptbuch steht vor jeder Quittung ihre Bestellung. Lesen Sie beide Nutzlasten: Die Quittung nennt die Kennung der Bestellung, ihr Käufer ist der Schlüssel, der die Bestellung signiert hat, und keine Kennung einer Bestellung kommt zweimal vor.',
    },
    log: {
      title: 'Protokoll',
      what: 'der Baum über alle Einträge, neu berechnet',
      against: 'Größe und Wurzel im signierten Prüfpunkt',
      made: comparisons,
      byHand:
        'RFC 6962: Ein Blatt ist der SHA-256 eines Null-Bytes und der 32 Bytes des SHA-256 der Zeile eines Eintrags (Quittung, Gewährung oder Grenze); ein Knoten ist der SHA-256 eines Eins-Bytes und seiner beiden Kinder. Die Wurzel über alle Einträge in ihrer Reihenfolge ist die dritte Zeile des Prüfpunkts, in base64; ihre Anzahl ist die zweite.',
    },
    inclusion: {
      title: 'Enthaltensein',
      what: 'jeder einzeln vorgelegte Eintrag',
      against: 'das Protokoll, in dem er stehen muss, nach Beweis und Hauptbuch',
      made: comparisons,
      byHand:
        'Im Bündel enthält die Datei `inclusion` den Prüfpfad (RFC 6962, Abschnitt 2.1.1): Verrechnen Sie das Blatt der Quittung mit seinen Hashes nach oben, und vergleichen Sie das Ergebnis mit der Wurzel im Prüfpunkt des Bündels. Gegen ein Hauptbuch: Die Zeile des Eintrags ist die mit seiner Nummer.',
    },
    consistency: {
      title: 'Eine Geschichte',
      what: 'alle Prüfpunkte eines Eigentümers',
      against: 'einander: Der frühere muss der Anfang des späteren sein',
      made: (n) => counted(n, 'Paar', 'Paare'),
      byHand:
        'Berechnen Sie die Wurzel über so viele der ersten Einträge des längsten Protokolls, wie der frühere Prüfpunkt zählt: Es ist die Wurzel jenes Prüfpunkts, oder der Eigentümer hat zwei Geschichten signiert.',
    },
    prices: {
      title: 'Preise',
      what: 'der Preis in Bestellung und Quittung',
      against: 'der Tarif des Angebots für den Zuwachs',
      made: comparisons,
      byHand:
        'Lesen Sie Angebot, Bestellung und Quittung. Die Stützpunkte des Tarifs geben den Preis einer Stufe, dazwischen gerade Linien, jeweils kaufmännisch auf die kleinste Einheit der Währung gerundet; der Preis eines Verkaufs ist der seiner oberen Stufe weniger der seiner unteren.',
    },
    levels: {
      title: 'Stufen',
      what: 'das ε vor und nach jedem Verkauf, und jeder Kopie',
      against:
        'was der Käufer hatte, die Obergrenze und der kleinste Schritt; bei einer Kopie: unter ihrer Freigabe',
      made: comparisons,
      byHand:
        'Folgen Sie einem Käufer durch die Quittungen einer Frage (alle Angebote mit derselben Festlegung auf Startwerte): Jeder Verkauf beginnt, wo der vorige endete, endet höher, um ein Vielfaches des kleinsten Schritts, und nicht über der Obergrenze.',
    },
    losses: {
      title: 'Verlust an Privatheit',
      what: 'der Verlust von Frage und Population in jeder Quittung, und jede genannte Grenze',
      against: 'die höchsten verkauften Stufen, neu zusammengezählt, und die geltende Grenze',
      made: comparisons,
      byHand:
        'Gehen Sie die Quittungen der Reihe nach durch, und behalten Sie die höchste verkaufte Stufe jeder Frage (alle Angebote mit derselben Festlegung auf Startwerte): Das ist ihr Verlust. Der einer Population ist der mitgebrachte Verlust und die Summe über alle Fragen, die je ein Angebot zu ihr gestellt hat. Vergleichen Sie beide mit dem, was jede Quittung angibt, und mit der Grenze der Population: der des ersten Angebots, dann der jedes Eintrags einer Grenze; und mit der des Angebots, aus dem verkauft wurde.',
    },
    totals: {
      title: 'Summen',
      what: 'Nummer, Kette, Anzahlen und laufende Summen jedes Eintrags',
      against: 'die Einträge davor, neu gezählt und zusammengezählt',
      made: comparisons,
      byHand:
        'Gehen Sie die Einträge der Reihe nach durch: Die Nummern zählen von 0 aufwärts, und jeder nennt die Kennung des vorigen. Die Summe einer Quittung ist die der vorigen Quittung und, wenn sie bezahlt ist, ihr eigener Preis, je Währung; ihre Anzahlen sind die der bisherigen Quittungen und Gewährungen.',
    },
    releases: {
      title: 'Freigaben',
      what: 'die Wertedatei: Zahlen, Zeilen, Bezeichnungen, Änderungsmarken',
      against: 'die signierte Freigabe oder Kopie, das Angebot und die Freigabe davor',
      made: comparisons,
      byHand:
        'Öffnen Sie die Parquet-Datei mit beliebiger Software. Der SHA-256 der Zeilenzahl und dann jedes Werts, je 8 Bytes, das niederwertigste zuerst, ist, was release.jws angibt; Zeilen und Bezeichnungen sind die des Angebots, und `changed` ist genau da wahr, wo die Werte von denen der Freigabe davor abweichen.',
    },
    times: {
      title: 'Zeiten',
      what: 'die Zeiten des Eigentümers, von Dokument zu Dokument',
      against: 'deren Reihenfolge',
      made: comparisons,
      byHand:
        'Lesen Sie die Nutzlasten: `issued_at` fällt nie von einem Eintrag zum nächsten, auch nicht von einem Angebot zu seinen Verkäufen.',
    },
    withdrawals: {
      title: 'Rücknahmen',
      what: 'jeder Verkauf eines zurückgezogenen Angebots',
      against: 'die Zeit der Rücknahme',
      made: comparisons,
      byHand:
        'Lesen Sie jede Rücknahme: Keine Quittung für ihr Angebot hat ein späteres `issued_at`.',
    },
    noise: {
      title: 'Gesetz des Rauschens',
      what: 'wie sich die Werte von Freigabe zu Freigabe ändern',
      against: 'das Gesetz, nach dem ehrliches Rauschen sich ändert',
      made: (n) => counted(n, 'Test', 'Tests'),
      byHand:
        'Nehmen Sie zwei Freigaben einer Frage auf verschiedenen Stufen, und ziehen Sie die Werte Zeile für Zeile voneinander ab. Zählen Sie, wie viele Unterschiede 0 sind und wie viele in jede Größenklasse fallen; vergleichen Sie mit dem Gesetz: 0 mit Wahrscheinlichkeit p + (1-p)(1-a)/(1+a), wobei a = exp(-ε1/D), b = exp(-ε2/D) und p = (b/a)((1-a)/(1-b))²; sonst von der Größe k mit Wahrscheinlichkeit im Verhältnis zu a^k, mit beiden Vorzeichen.',
    },
    replay: {
      title: 'Wiederholung',
      what: 'jede Freigabe eines geöffneten Angebots, neu berechnet aus Startwerten und Daten',
      against: 'die gelieferten Freigaben, Bit für Bit',
      made: (n) => counted(n, 'Freigabe', 'Freigaben'),
      byHand:
        'Entschlüsseln Sie die Öffnung mit `age`. Der SHA-256 ihrer Salze, Startwerte und Daten sind die beiden Festlegungen des Angebots. Das Rauschen jeder Koordinate folgt allein aus den Startwerten (ChaCha20, in der Wortfolge, die das Angebot nennt); Daten und Rauschen zusammen sind die Werte der Freigabe.',
    },
  },
  parts: {
    'not-recognised': ['die ersten Bytes der Datei', 'die Arten von Dateien, die es gibt'],
    unreadable: ['die Datei', 'ihr eigenes Ende'],
    'ledger-malformed': ['jede Zeile des Hauptbuchs', 'das Format des Hauptbuchs'],
    'bundle-malformed': ['die Bytes des Bündels', 'die eine Form, die ein Bündel hat'],
    'copy-malformed': ['die Bytes der Kopie', 'die eine Form, die eine Kopie hat'],
    'document-refused': [
      'Form, Kopf, Nutzlast und Signatur des Dokuments',
      'der Schlüssel in seiner Nutzlast',
    ],
    'checkpoint-refused': ['die Signatur des Prüfpunkts', 'der Schlüssel seines Eigentümers'],
    'signer-not-owner': ['wer das Dokument signiert hat', 'der Eigentümer'],
    'unexpected-kind': ['die Art des Dokuments', 'die Arten, die dort hingehören'],
    'double-document': ['die Kennung des Dokuments', 'die Kennungen davor'],
    'unknown-listing': ['das genannte Angebot', 'die zuvor gezeigten Angebote'],
    'wrong-listing': ['das genannte Angebot', 'das verkaufte Angebot'],
    'wrong-order': ['die genannte Bestellung', 'die gezeigte Bestellung'],
    'wrong-release': ['die von der Quittung genannte Freigabe', 'die gezeigte Freigabe'],
    'wrong-version': ['die neue Fassung des Angebots', 'die Fassung, die sie ersetzt'],
    'unequal-data': [
      'die Festlegung des Angebots auf seine Daten',
      'die des Angebots mit denselben Startwerten',
    ],
    'unequal-questions': [
      'die Frage, die das Angebot stellt',
      'die des Angebots mit denselben Startwerten',
    ],
    'open-twice': ['das Angebot', 'die offenen Angebote seiner Frage'],
    'population-differs': ['Einheit und Nachbarschaft des Angebots', 'die seiner Population zuvor'],
    'unknown-question': ['Frage und Population der Gewährung', 'die der Angebote davor'],
    'wrong-opening': [
      'Unterzeichner, Startwerte und Daten der Öffnung',
      'worauf sich das Angebot festgelegt hat',
    ],
    'wrong-buyer': ['der Käufer der Quittung', 'wer die Bestellung signiert hat'],
    'double-order': ['die Kennung der Bestellung', 'die zuvor verkauften Bestellungen'],
    'refused-and-sold': [
      'die Bestellung der Quittung',
      'die Bestellungen, die der Eigentümer abgelehnt hat',
    ],
    'order-without-receipt': ['die Bestellung', 'die Zeile danach'],
    'receipt-without-order': ['die Quittung', 'die Zeile davor'],
    'log-size': ['die Anzahl der Einträge', 'die Größe im Prüfpunkt'],
    'log-root': ['die Wurzel über die Einträge', 'die Wurzel im Prüfpunkt'],
    'not-included': ['die Quittung und ihr Beweis', 'die Wurzel im Prüfpunkt'],
    'not-in-ledger': ['der Eintrag', 'das Protokoll an seinem Platz'],
    fork: [
      'die Wurzel, oder der Eintrag an einem Platz',
      'die einer anderen Datei dieses Eigentümers',
    ],
    'rolled-back': ['die Größe im Prüfpunkt', 'die Länge des Protokolls'],
    'wrong-price': ['der Preis', 'der des Tarifs für den Zuwachs'],
    'wrong-currency': ['die Währung der Quittung', 'die des Angebots'],
    'level-mismatch': ['die Stufen in einem Dokument', 'die im anderen'],
    'over-ceiling': ['die verkaufte Stufe', 'die Obergrenze des Angebots'],
    'copy-level': ['die Stufe der Kopie', 'woraus sie gemacht wurde, oder die Obergrenze'],
    'off-grain': ['der Zuwachs', 'der kleinste Schritt des Angebots'],
    'wrong-from': ['die Stufe, bei der der Verkauf beginnt', 'die Stufe im Bestand'],
    'wrong-holding': [
      'die frühere Quittung, die die Bestellung nennt',
      'die letzte des Käufers für diese Frage',
    ],
    'question-loss': ['der angegebene Verlust der Frage', 'die höchste verkaufte Stufe'],
    'population-loss': [
      'der angegebene Verlust der Population',
      'der mitgebrachte Verlust und die höchsten Stufen ihrer Fragen, zusammengezählt',
    ],
    'over-cap': ['der Verlust der Population', 'ihre damalige Grenze'],
    'wrong-cap': ['die angegebene Grenze', 'die geltende Grenze'],
    'carried-falls': ['der angegebene mitgebrachte Verlust', 'der zuvor angegebene'],
    'missing-entry': ['die Nummer des Eintrags', 'die nächste Nummer'],
    'doubled-entry': ['die Nummer des Eintrags', 'die Nummern davor'],
    'reordered-entry': ['der Platz des Eintrags', 'seine Nummer'],
    'broken-chain': ['der als voriger genannte Eintrag', 'der Eintrag davor'],
    'receipt-count': ['die angegebene Anzahl der Quittungen', 'die Quittungen, gezählt'],
    'grant-count': ['die angegebene Anzahl der Gewährungen', 'die Gewährungen, gezählt'],
    'wrong-total': ['das angegebene erhaltene Geld', 'die bezahlten Preise, zusammengezählt'],
    'values-hash': ['der SHA-256 der Zahlen', 'der signierte Hash'],
    'values-unreadable': ['die Wertedatei', 'die Form einer Wertedatei'],
    'values-rows': ['die Zeilen und ihre Bezeichnungen', 'die des Angebots'],
    'values-changed': [
      'die als geändert markierten Zeilen',
      'die Zeilen, die von der Freigabe davor abweichen',
    ],
    'wrong-base': ['die Freigabe, auf der diese aufbaut', 'die vorige Freigabe des Käufers'],
    'copies-differ': ['die Werte der Kopie', 'die andere Kopie desselben Käufers auf dieser Stufe'],
    'time-goes-back': ['die Zeit des Dokuments', 'die des Dokuments davor'],
    'sold-after-withdrawal': ['die Zeit des Verkaufs', 'die der Rücknahme'],
    'noise-law': [
      'die Unterschiede zwischen Freigaben einer Frage',
      'das Gesetz ehrlichen Rauschens',
    ],
    'replay-differs': ['die Werte der Freigabe', 'Daten und Rauschen, neu berechnet'],
  },
};
