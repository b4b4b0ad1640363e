import type { Says } from '../../en/errors';

/** The market, its ledgers, and audits. */
export const markets = {
  'no-market': [
    'Auf diesem System gibt es keinen üblichen Ort für einen Markt.',
    'Geben Sie einen Ordner an: `file:///…`',
  ],
  'no-such-market': [
    'Diesen Markt gibt es nicht: Der Ordner fehlt.',
    'Prüfen Sie den Pfad, und ob der Datenträger eingehängt ist, oder legen Sie den Ordner zuerst an.',
  ],
  'market-url': [
    'Das ist kein Ordner auf diesem Rechner, und nur in einem solchen kann ein Markt liegen.',
    'Geben Sie seinen Pfad oder seine Adresse an: `file:///…`',
  ],
  market: [
    'Der Markt ist nicht erreichbar.',
    'Prüfen Sie, ob sein Ordner da und beschreibbar ist; was signiert ist, bleibt erhalten und wird später gesandt.',
  ],
  'market-entry': [
    'Ein Eintrag auf dem Markt ist nicht zu lesen oder keine gewöhnliche Datei.',
    'Sehen Sie im Ordner des Marktes nach, und entfernen Sie ihn, wenn er nicht von Ihnen ist.',
  ],
  'market-full': [
    'Der Datenträger des Marktes ist voll.',
    'Schaffen Sie dort Platz; was signiert ist, bleibt erhalten und wird später gesandt.',
  ],
  'outbox-waiting': [
    'Noch ist nicht alles auf dem bisherigen Markt angekommen, und wer darauf wartet, sieht dort nach.',
    'Machen Sie ihn erreichbar, oder wechseln Sie, und senden Sie es an den neuen. Nichts wurde geändert.',
  ],
  'behind-market': [
    'Auf dem Markt liegt ein längeres Hauptbuch dieser Mappe: Sie ist eine alte Kopie.',
    'Arbeiten Sie mit der neuesten weiter, oder lassen Sie diese aufholen.',
  ],
  'two-histories': [
    'Was vom Hauptbuch dieser Mappe gezeigt wurde, widerspricht ihr: Zwei Kopien haben verkauft.',
    'Diese verkauft nicht mehr. Arbeiten Sie mit der weiter, deren Hauptbuch der Markt hat.',
  ],
  'behind-mark': [
    'Auf diesem Rechner hatte das Hauptbuch dieser Mappe schon mehr Einträge: Sie ist eine alte Kopie.',
    'Arbeiten Sie mit der neuesten weiter, oder lassen Sie diese aufholen.',
  ],
  'behind-order': [
    'Ein Käufer hat vom Hauptbuch dieser Mappe schon mehr Einträge gesehen: Sie ist eine alte Kopie.',
    'Arbeiten Sie mit der neuesten weiter, oder lassen Sie diese aufholen.',
  ],
  'behind-own': [
    'Auf dem Markt liegen spätere Einträge dieser Mappe: Sie ist eine alte Kopie.',
    'Arbeiten Sie mit der neuesten weiter, oder lassen Sie diese aufholen.',
  ],
  'unconfirmed-home': [
    'Es ist nicht bestätigt, dass dies die neueste Kopie der Mappe ist.',
    'Auf dem Markt liegt nichts Neueres, aber sein Betreiber könnte es verbergen. Geben Sie den Code Ihrer letzten Quittung oder Änderung ein. Fragen Sie nicht den Betreiber.',
  ],
  'code-ahead': [
    'Der Code gehört zu einem späteren Eintrag, als diese Mappe hat: Sie ist eine alte Kopie.',
    'Arbeiten Sie mit der neuesten weiter. Sonst bringen Sie die fehlenden Einträge auf den Markt zurück und lassen die Mappe aufholen, oder geben Sie sie auf.',
  ],
  'code-differs': [
    'Der Code gehört nicht zum Hauptbuch dieser Mappe.',
    'Prüfen Sie jedes Zeichen. Der Code steht auf Ihrer letzten Quittung oder Änderung. Stimmt er, hat eine andere Kopie verkauft: Geben Sie diese auf.',
  ],
  'log-code': [
    'Das ist kein Code einer Quittung oder Änderung.',
    'Ein Code ist eine Nummer und zweimal vier Zeichen, etwa 12-7KQX-M2PA.',
  ],
  'evidence-file': [
    'Diese Datei hat keinen Prüfpunkt dieser Mappe.',
    'Geben Sie ein Bündel, ein Hauptbuch oder einen Prüfpunkt dieser Mappe an.',
  ],
  'no-own-log': [
    'Dieser Rechner weiß nicht, wie weit das Hauptbuch dieser Mappe reichte, und der Markt ist nicht zu lesen.',
    'Sie könnte eine alte Kopie sein, und die darf nicht verkaufen. Machen Sie den Markt erreichbar.',
  ],
  'sells-no-more': [
    'Diese Mappe verkauft nicht mehr.',
    'Was darin ist, lässt sich weiter lesen, abholen und exportieren.',
  ],
  'sells-still': [
    'Diese Mappe kann verkaufen: Niemand muss ihre Verluste weitertragen.',
    'Nichts wurde geändert.',
  ],
  'own-copies': [
    'Dem Markt fehlt, was diese Mappe zum Aufholen braucht. Sie verkauft nicht mehr.',
    'War der Markt unvollständig, bringen Sie das Fehlende zurück, und holen Sie noch einmal auf; sonst legen Sie eine neue Mappe an, deren Populationen die Verluste tragen.',
  ],
  'own-log-damaged': [
    'Das Hauptbuch dieser Mappe auf dem Markt ist nicht zu lesen.',
    'Nichts wurde geändert; wird der Markt gerade kopiert, warten Sie, und holen Sie dann noch einmal auf.',
  ],
  'mark-unwritable': [
    'Wie weit das Hauptbuch dieser Mappe reicht, lässt sich auf diesem Rechner nicht festhalten.',
    'Nichts wurde gesandt; was signiert ist, bleibt in der Mappe und wartet. Machen Sie den genannten Ordner beschreibbar.',
  ],
  'mark-damaged': [
    'Die Marke dieser Mappe auf diesem Rechner ist beschädigt.',
    'Bringen Sie die richtige Datei zurück, oder bestätigen Sie die Mappe mit dem Code Ihrer letzten Quittung oder Änderung. Fragen Sie nicht den Betreiber des Marktes.',
  ],
  'copies-ended': [
    'Diese Mappe wurde aus einer Sicherung zurückgeholt, und davon gab es vielleicht schon Kopien.',
    'Eine neue entsteht nicht, denn beide zusammen verrieten mehr. Frühere Kopien lassen sich wieder schreiben.',
  ],
  'losses-file': [
    'Das ist keine Datei von Verlusten.',
    'Die Mappe, die nicht mehr verkauft, schreibt eine.',
  ],
  'delivery-lost': [
    'Was verkauft ist, lässt sich nicht noch einmal liefern: Die Zahlen sind nicht in dieser Mappe.',
    'Sind sie aus einem Datensatz, der hier ist, bieten Sie dieselbe Frage noch einmal an; sonst einigen Sie sich mit dem Käufer.',
  ],
  'alarm-open': [
    'Zu diesem Eigentümer ist ein Alarm offen: Er hat sich widersprochen. Nichts wurde bestellt.',
    'Sehen Sie sich unter „Alarme“ die Beweise an, und entscheiden Sie, welchem Dokument Sie trauen.',
  ],
  'no-such-alarm': ['Diesen Alarm gibt es nicht.', 'Unter „Alarme“ sehen Sie alle.'],
  'not-in-alarm': [
    'Darum geht es in diesem Alarm nicht.',
    'Nennen Sie eines der beiden Dokumente, die sich in ihm widersprechen.',
  ],
  'dismissed-already': [
    'Dieser Alarm ist schon zugunsten des anderen Dokuments erledigt, und dabei bleibt es.',
    'Wird auch ihm widersprochen, gibt es einen neuen Alarm.',
  ],
  'no-files': [
    'Es gibt nichts zu prüfen.',
    'Geben Sie Hauptbücher, Bündel, Prüfpunkte oder einen Markt an.',
  ],
  'no-published-log': [
    'Hier ist kein Hauptbuch veröffentlicht.',
    'Geben Sie den Ordner eines Marktes an; ein Eigentümer veröffentlicht seines mit dem ersten Verkauf.',
  ],
  kid: [
    'Das ist nicht der Schlüssel eines Eigentümers.',
    'Jedes Angebot zeigt den seines Verkäufers.',
  ],
  'no-report': ['Es gibt noch keinen Bericht.', 'Prüfen Sie zuerst ein Hauptbuch oder ein Bündel.'],
  'report-format': [
    'Ein Bericht wird als `.html` oder `.json` gespeichert.',
    'Geben Sie der Datei eine dieser Endungen.',
  ],
  'opening-refused': [
    'Das ist keine Öffnung, oder sie wurde einem anderen Prüfer gewährt.',
    'Bitten Sie den Eigentümer um eine für diese Mappe.',
  ],
  'unknown-listing': [
    'Keine der Dateien zeigt das Angebot, das hier geöffnet wird.',
    'Geben Sie auch das Hauptbuch des Eigentümers an, oder ein Bündel davon.',
  ],
  'path-layout': [
    'Das Rauschen dieses Angebots wurde in einer anderen Wortfolge gemacht, als dieses Programm kennt.',
    'Wiederholen Sie es mit der Fassung von Poundwise, die es gemacht hat.',
  ],
  'sample-folder': [
    'Für den Beispielmarkt ist kein Platz.',
    'Schaffen Sie welchen im Ordner für vorläufige Dateien.',
  ],
  'not-a-sample': [
    'Nur den Beispielmarkt kann man als jemand anderes sehen.',
    'Öffnen Sie den Beispielmarkt.',
  ],
} satisfies Partial<Says>;
