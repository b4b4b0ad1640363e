import type { Says } from '../../en/errors';

/** Listings, orders, sales and holdings. */
export const trade = {
  'no-such-id': ['Dazu gibt es nichts.', 'Prüfen Sie die Kennung.'],
  'newer-version': [
    'Das stammt von einer neueren Fassung von Poundwise.',
    'Aktualisieren Sie Poundwise.',
  ],
  'short-id': ['Dieser Anfang einer Kennung ist zu kurz.', 'Geben Sie mehr Zeichen an.'],
  'ambiguous-id': ['Mehrere Kennungen beginnen so.', 'Geben Sie mehr Zeichen an.'],
  'no-such-listing': ['Die Bestellung nennt kein Angebot dieser Mappe.', 'Lehnen Sie sie ab.'],
  withdrawn: [
    'Das Angebot ist zurückgezogen.',
    'Was verkauft ist, bleibt gültig; mehr davon wird nicht verkauft.',
  ],
  replaced: ['Eine neuere Fassung hat dieses Angebot ersetzt.', 'Nehmen Sie die neuere.'],
  'question-open': [
    'Zu derselben Frage ist schon ein Angebot offen.',
    'Ändern Sie dessen Preis, oder ziehen Sie es zurück, und bieten Sie sie dann neu an: mit denselben Zahlen.',
  ],
  'question-differs': [
    'Dieselbe Frage ergab früher andere Zahlen.',
    'Nichts wurde angeboten; sonst verriete die Differenz die Daten. Bitte melden Sie es.',
  ],
  'of-a-dataset': [
    'Das Angebot gehört zu einem Datensatz, und der wird als Ganzes versiegelt.',
    'Versiegeln Sie den Datensatz.',
  ],
  'grant-unpublished': [
    'Die Öffnung ist im Hauptbuch, hat aber den Markt noch nicht erreicht, und ihre Datei ist nicht geschrieben.',
    'Gewähren Sie sie noch einmal, sobald der Markt erreichbar ist; ein zweiter Eintrag entsteht nicht.',
  ],
  sealed: [
    'Das Angebot ist versiegelt: Seine Zahlen sind gelöscht, und eine Öffnung kann nicht mehr gewährt werden.',
  ],
  'sealed-already': [
    'Das Angebot ist schon versiegelt.',
    'Zu löschen ist nichts mehr; es wird weiter verkauft.',
  ],
  'own-listing': ['Das ist Ihr eigenes Angebot.', 'Bestellungen kommen aus anderen Mappen.'],
  'already-held': ['Diese Stufe ist schon im Bestand.', 'Bestellen Sie eine höhere.'],
  'accurate-already': [
    'Ihr Bestand ist schon so genau.',
    'Verlangen Sie ein schmaleres Intervall.',
  ],
  'too-accurate': [
    'So genau wird dieses Angebot nicht verkauft.',
    'Verlangen Sie ein breiteres Intervall.',
  ],
  'half-width': [
    'Das ist keine halbe Breite.',
    'Schreiben Sie eine Zahl über 0 in der Einheit des Angebots, etwa 0,5.',
  ],
  'no-such-quantity': ['Eine solche Größe hat die Antwort nicht.', 'Wählen Sie eine, die sie hat.'],
  'no-law': [
    'Für diese Stufe gibt es kein Gesetz des Rauschens.',
    'Wählen Sie ein höheres ε oder einen größeren Schritt.',
  ],
  'over-ceiling': [
    'Diese Stufe liegt über der Obergrenze des Angebots.',
    'Gehen Sie nicht höher als sie.',
  ],
  'off-grain': [
    'Dieser Zuwachs ist kein Vielfaches des kleinsten Schritts.',
    'Nehmen Sie eine Stufe, die um ein Vielfaches des kleinsten Schritts über dem liegt, was der Käufer hält.',
  ],
  'over-available': [
    'Der Verkäufer gibt an, dass diese Stufe derzeit nicht verfügbar ist.',
    'Nichts wurde bestellt. Fragen Sie ihn, bevor Sie zahlen.',
  ],
  'over-cap': [
    'Das liegt über der Grenze der Population.',
    'Lehnen Sie die Bestellung ab, oder heben Sie die Grenze mit einer Begründung an. Beim Versiegeln können Sie es auch ausdrücklich hinnehmen.',
  ],
  'loss-too-large': [
    'Der Verlust der Population würde größer, als ε sein kann.',
    'Nichts wurde geändert.',
  ],
  'wrong-from': [
    'Die Bestellung beginnt bei einer anderen Stufe, als der Käufer hält.',
    'Lehnen Sie sie ab; er holt ab, was da ist, und bestellt neu.',
  ],
  'order-expired': ['Die Zeit dieser Bestellung ist vorbei.', 'Der Käufer darf neu bestellen.'],
  'order-cancelled': [
    'Der Käufer hat diese Bestellung storniert.',
    'Ist sie trotzdem bezahlt, zahlen Sie es zurück; der Käufer darf neu bestellen.',
  ],
  'order-discarded': [
    'Sie haben diese Bestellung verworfen.',
    'Ist sie trotzdem bezahlt, genehmigen Sie sie.',
  ],
  'not-blocked': [
    'Dieser Schlüssel ist nicht gesperrt.',
    'Unter „Kontakte“ sehen Sie die gesperrten.',
  ],
  'stale-price': [
    'Diese Bestellung gilt einer früheren Fassung des Angebots oder einem Preis, der nicht mehr gilt.',
    'Lehnen Sie sie ab; der Käufer bestellt zur jetzigen Fassung neu.',
  ],
  'ordered-already': [
    'Eine solche Bestellung wartet schon auf den Eigentümer.',
    'Holen Sie seine Antwort unter „Bestellungen“ ab, sobald sie da ist, oder stornieren Sie die Bestellung dort.',
  ],
  'order-days': [
    'So viele Tage kann eine Bestellung nicht warten.',
    'Erlaubt sind 1 bis 365 Tage, und 8 bis 365, wenn sie etwas kostet.',
  ],
  'settlement-unsaid': [
    'Es fehlt, wie der Verkauf beglichen wird: bezahlt, auf Rechnung oder kostenlos. Das lässt sich später nicht ändern.',
    'Wählen Sie eines davon.',
  ],
  'approved-already': [
    'Diese Bestellung ist schon genehmigt; dabei bleibt es.',
    'Die Quittung gilt, wie sie ist. Eine Zahlung, die später kam, tragen Sie bei der Quittung nach.',
  ],
  'declined-already': [
    'Diese Bestellung ist schon abgelehnt; dabei bleibt es.',
    'Der Käufer darf neu bestellen.',
  ],
  'holding-changed': [
    'Der Bestand dieses Käufers hat sich inzwischen geändert.',
    'Nichts wurde geschrieben; genehmigen Sie noch einmal.',
  ],
  'no-reason': ['Der Grund fehlt.', 'Geben Sie einen an; er wird aufbewahrt.'],
  'total-too-large': ['Die Summe würde größer, als ein Betrag sein kann.'],
  overflow: ['Die Antwort passt nicht in 64 Bit.', 'Lehnen Sie die Bestellung ab.'],
  mechanism: [
    'Auf dieser Stufe gibt es kein Rauschen und damit keine Antwort.',
    'Wählen Sie eine höhere.',
  ],
  'nothing-held': [
    'Davon ist nichts in Ihrem Bestand.',
    'Unter „Bestand“ sehen Sie, was Sie haben.',
  ],
  'not-tighter': [
    'Eine Kopie auf dieser Stufe verriete nicht weniger als Ihr Bestand.',
    'Wählen Sie eine niedrigere; um den Bestand selbst weiterzugeben, exportieren Sie das Bündel.',
  ],
  recipient: [
    'Das ist kein age-Empfänger.',
    'Prüfer finden ihren unter „Nachprüfen“; er beginnt mit `age1`.',
  ],
  'contact-key': [
    'Das ist kein Schlüssel.',
    'Geben Sie den ganzen an, wie die andere Mappe ihn zeigt: Ein Anfang lässt sich nachahmen.',
  ],
  'contact-name': [
    'Das ist kein Name für einen Kontakt.',
    'Geben Sie einen mit sichtbaren Zeichen an, der nicht zu lang ist.',
  ],
  'contact-known': [
    'Dieser Schlüssel ist schon unter Ihren Kontakten. Nichts wurde geändert.',
    'Ändern Sie dort seinen Namen oder die Notiz.',
  ],
  'contact-name-taken': [
    'Ein anderer Kontakt heißt schon so.',
    'Wählen Sie einen Namen, der die beiden unterscheidet.',
  ],
  'contact-note': [
    'Diese Notiz geht nicht: Sie ist zu lang oder enthält unsichtbare Zeichen.',
    'Kürzen Sie sie auf das, was zeigt, wie der Schlüssel geprüft wurde.',
  ],
  'contact-in-rules': [
    'Eine Regel genehmigt Bestellungen dieses Kontakts.',
    'Entfernen Sie zuerst die Regel.',
  ],
  'no-such-contact': ['Diesen Kontakt gibt es nicht.', 'Unter „Kontakte“ sehen Sie alle.'],
  'own-key': [
    'Das ist der Schlüssel dieser Mappe.',
    'Ein Kontakt ist eine andere; fragen Sie deren Inhaber nach dem Schlüssel.',
  ],
  'rule-buyer': ['Eine Regel gilt für einen Kontakt oder für alle.', 'Wählen Sie eines.'],
  'rule-scope': [
    'Eine Regel gilt für ein Angebot oder für die Angebote einer Population.',
    'Wählen Sie eines.',
  ],
  'rule-amount': [
    'Das ist kein Betrag in der Währung der Regel.',
    'Geben Sie einen an, ohne Punkt oder Komma zwischen Tausendern, etwa 20 oder 1000,50.',
  ],
  'rule-currency': [
    'Eine Regel hat eine Währung, und zwar die ihrer Angebote.',
    'Geben Sie an, welche; sind es mehrere, machen Sie für jede eine Regel.',
  ],
  'not-on-credit': [
    'Dieser Verkauf war nicht auf Rechnung: Es ist nichts offen.',
    'Nur was auf Rechnung verkauft wurde, wird später bezahlt.',
  ],
  'payment-day': [
    'Das ist kein Tag, an dem bezahlt wurde.',
    'Schreiben Sie ihn wie 30.11.2026; er liegt weder in der Zukunft noch vor der Bestellung.',
  ],
  'payment-amount': [
    'Das ist kein Betrag, der offen ist.',
    'Geben Sie höchstens an, was noch offen ist, ohne Punkt oder Komma zwischen Tausendern.',
  ],
  'max-price': [
    'Das ist kein Betrag.',
    'Schreiben Sie eine Dezimalzahl ohne Währungszeichen und ohne Punkt oder Komma zwischen Tausendern, etwa 20 oder 1000,50.',
  ],
  'no-such-seller': [
    'So heißt niemand, der auf dem Markt verkauft, und kein Kontakt.',
    'Sehen Sie nach, wer auf dem Markt ist.',
  ],
  'listing-twice': ['Ein Angebot ist zweimal genannt.', 'Nennen Sie jedes einmal.'],
  statement: [
    'Diese Datei lässt sich nicht als Kontoauszug lesen.',
    'Fragen Sie Ihre Bank nach CAMT.052, CAMT.053 oder CAMT.054, oder nach CSV.',
  ],
  bank: [
    'So lassen sich die Dateien dieser Bank nicht lesen.',
    'Wählen Sie ihre Spalten noch einmal.',
  ],
  'bank-name': [
    'Das ist kein Name für eine Bank.',
    'Geben Sie einen mit sichtbaren Zeichen an, der nicht zu lang ist.',
  ],
  'bank-account': [
    'Das ist keine IBAN.',
    'Geben Sie die IBAN des Kontos an, von dem die Datei ist.',
  ],
  'invoice-party': [
    'Auf einer Rechnung fehlt eine Angabe zu Verkäufer oder Käufer, oder sie ist nicht lesbar.',
    'Geben Sie Name, Straße, Postleitzahl, Ort und Land an.',
  ],
  'invoice-country': [
    'Das ist kein Land.',
    'Geben Sie sein Kürzel aus zwei Buchstaben an, etwa DE.',
  ],
  'invoice-vat-id': [
    'Eine USt-IdNr. fehlt oder ist keine.',
    'Sie beginnt mit dem Land, etwa DE123456789. Wer Umsatzsteuer ausweist oder von ihr befreit ist, gibt sie oder eine Steuernummer an; schuldet der Käufer die Steuer, geben beide ihre USt-IdNr. an.',
  ],
  'invoice-vat': [
    'So lässt sich die Umsatzsteuer nicht angeben.',
    'Geben Sie einen Satz an, etwa 19, oder in einer Zeile, warum keine anfällt.',
  ],
  'invoice-terms': [
    'Zahlungsziel oder Anfang der Nummer gehen so nicht.',
    'Das Zahlungsziel hat 1 bis 365 Tage; vor der Nummer stehen höchstens 20 Zeichen, am Ende keine Ziffer.',
  ],
  'invoice-number': [
    'Diese Mappe wurde aus einer älteren Kopie zurückgeholt, und vielleicht fehlen ihr Rechnungen, die seither ausgestellt wurden: Welche Nummer die nächste ist, steht nicht fest.',
    'Geben Sie die Nummer der nächsten Rechnung an, nach der letzten, die Sie verschickt haben.',
  ],
  'invoice-issued': [
    'Diese Quittung steht schon auf einer Rechnung.',
    'Stornieren Sie die Rechnung zuerst, wenn Sie sie neu schreiben wollen.',
  ],
  'invoice-receipts': [
    'Diese Quittungen können nicht auf einer Rechnung stehen.',
    'Eine Rechnung hat einen Käufer, eine Währung, ein Konto und höchstens zehn Quittungen.',
  ],
  'invoice-credited': [
    'Diese Rechnung kann nicht storniert werden: Sie ist es schon, oder sie storniert selbst eine.',
    'Sehen Sie nach, welche Rechnungen ausgestellt sind.',
  ],
  'invoice-reason': [
    'Der Grund der Stornierung fehlt, oder er passt nicht in eine Zeile.',
    'Geben Sie einen an, etwa: Die Anschrift des Käufers war falsch.',
  ],
  'no-invoicing': ['Ihre Angaben auf Rechnungen fehlen noch.', 'Geben Sie sie einmal an.'],
  'no-invoice': [
    'Zu diesem Verkauf gibt es keine Rechnung.',
    'Wählen Sie eine Quittung mit einem Preis, in einer Währung mit höchstens zwei Nachkommastellen.',
  ],
  'no-such-invoice': [
    'Eine Rechnung mit dieser Nummer gibt es nicht.',
    'Sehen Sie nach, welche Rechnungen ausgestellt sind.',
  ],
  'no-such-bank': [
    'Diese Bank gibt es hier nicht.',
    'Wählen Sie die Spalten ihrer Dateien einmal.',
  ],
  codebook: [
    'So lässt sich das nicht als Codebuch lesen.',
    'Die erste Zeile nennt, was wo steht; für jede Spalte folgt eine Zeile mit Komma, Semikolon oder Tabulator zwischen den Zellen.',
  ],
  'codebook-name': [
    'Ein Bindestrich allein ist kein Name für ein Codebuch.',
    'Geben Sie einen mit 1 bis 100 sichtbaren Zeichen in einer Zeile an.',
  ],
  'codebook-exists': [
    'Ein Codebuch dieses Namens gibt es schon.',
    'Nichts wurde geändert. Wählen Sie einen anderen Namen, oder ersetzen Sie es.',
  ],
  'no-such-codebook': ['Dieses Codebuch gibt es hier nicht.', 'Sehen Sie die Codebücher durch.'],
  factor: [
    'Damit lässt sich der Preis nicht vervielfachen.',
    'Geben Sie eine Zahl über 0 an, etwa 1,5, oder lassen Sie das Feld leer.',
  ],
  'no-such-booking': [
    'Diese Buchung gibt es hier nicht.',
    'Lesen Sie den Kontoauszug ein, in dem sie steht.',
  ],
  'pays-nothing': [
    'Diese Buchung bezahlt nichts, was sich freigeben ließe.',
    'Nichts wurde geändert; sehen Sie nach, was sie bezahlt hat.',
  ],
  'no-such-payment': ['Diese Zahlung gibt es nicht.', 'In den „Büchern“ sehen Sie alle.'],
  'rule-payment': [
    'Eine Regel braucht eine Zahlungsreferenz in einer Zeile: Sie steht in ihren Quittungen.',
  ],
  'rule-until': [
    'Das ist kein künftiger Tag.',
    'Schreiben Sie ihn wie 31.01.2027, oder lassen Sie ihn weg.',
  ],
  'rule-expired': ['Der letzte Tag dieser Regel ist vorbei.', 'Machen Sie eine neue.'],
  'rule-removed': ['Diese Regel ist entfernt.', 'Machen Sie eine neue.'],
  'rule-changed': [
    'Die Regel passt nicht mehr zu dieser Bestellung.',
    'Sie wartet im Eingang auf Sie.',
  ],
  'no-such-rule': ['Diese Regel gibt es nicht.', 'Unter „Regeln“ sehen Sie alle.'],
} satisfies Partial<Says>;
