import type { Says } from '../../en/errors';

/** The home, its keys, its database and files. */
export const homes = {
  'home-exists': [
    'In diesem Ordner gibt es schon eine Mappe.',
    'Öffnen Sie sie, oder wählen Sie einen anderen Ordner.',
  ],
  'no-home': ['Keine Mappe ist geöffnet.', 'Öffnen Sie eine, oder legen Sie eine an.'],
  'home-moved': [
    'Der Ordner dieser Mappe wurde verschoben oder entfernt: Öffnen Sie sie dort, wo sie jetzt ist.',
    'Nichts wurde geändert, und an der alten Stelle wird nichts mehr geschrieben.',
  ],
  'no-home-folder': ['Das System nennt keinen Ordner für Mappen.', 'Geben Sie selbst einen an.'],
  'not-a-home': [
    'Die Datenbank in diesem Ordner gehört zu keiner Mappe.',
    'Prüfen Sie den Ordner.',
  ],
  'not-empty': [
    'In diesem Ordner liegen schon andere Dateien.',
    'Wählen Sie einen leeren oder einen neuen.',
  ],
  'older-home': [
    'Diese Mappe stammt aus der Zeit vor der ersten Fassung.',
    'Nichts wurde geändert; legen Sie eine neue an.',
  ],
  'newer-home': [
    'Diese Mappe wurde von einem neueren Poundwise geschrieben.',
    'Nichts wurde geändert; verwenden Sie die neuere Fassung.',
  ],
  'in-use': [
    'Die Mappe ist in einem anderen Programm geöffnet.',
    'Schließen Sie sie dort, oder öffnen Sie eine andere Mappe.',
  ],
  'other-home': [
    'Das wurde in einer anderen Mappe begonnen, oder bevor der Wiederherstellungsschlüssel geändert wurde.',
    'Nichts wurde gespeichert; beginnen Sie noch einmal.',
  ],
  name: [
    'Der Name einer Mappe hat 1 bis 100 Zeichen, alle davon sichtbar.',
    'Geben Sie einen solchen an.',
  ],
  'home-damaged': [
    'Die Mappe ist beschädigt: etwas darin wurde geändert, vertauscht oder entfernt, und nicht von diesem Programm. Nichts davon wurde verwendet.',
    'Holen Sie sie aus einer Sicherung zurück, und lassen Sie diese aufholen: poundwise home catch-up. Was sonst noch beschädigt ist, sagt poundwise home check.',
  ],
  database: [
    'Die Datenbank der Mappe meldet einen Fehler.',
    'Nichts wurde geändert; prüfen Sie den Datenträger, und versuchen Sie es noch einmal.',
  ],
  'database-damaged': [
    'In der Datenbank der Mappe ist etwas beschädigt.',
    'Holen Sie die Mappe aus einer Sicherung zurück.',
  ],
  busy: [
    'Ein anderes Programm benutzt diese Mappe gerade.',
    'Schließen Sie es, und versuchen Sie es noch einmal.',
  ],
  'cannot-open': [
    'Die Datenbank der Mappe lässt sich nicht öffnen.',
    'Prüfen Sie, ob es den Ordner gibt und ob er Ihnen gehört und beschreibbar ist.',
  ],
  'erasure-unfinished': [
    'Was gelöscht werden sollte, ist ersetzt, ließ sich auf dem Datenträger aber noch nicht überschreiben.',
    'Schaffen Sie Platz, und öffnen Sie die Mappe noch einmal: Dann wird es wieder versucht.',
  ],
  'secret-missing': ['Der Mappe fehlt ein Geheimnis.', 'Holen Sie sie aus einer Sicherung zurück.'],
  'secret-damaged': [
    'Die Geheimnisse eines Angebots sind beschädigt.',
    'Holen Sie die Mappe aus einer Sicherung zurück.',
  ],
  'long-header': [
    'Das hat dieses Programm nicht verschlüsselt: Sein Kopf ist zu lang.',
    'Es wird nicht gelesen. Bitten Sie den Absender um die richtige Datei.',
  ],
  decrypt: [
    'Das lässt sich mit dem Schlüssel dieser Mappe nicht öffnen: Es ist für eine andere bestimmt, oder es ist beschädigt.',
  ],
  'empty-passphrase': ['Die Passphrase ist leer.', 'Geben Sie eine ein.'],
  'short-passphrase': [
    'Die Passphrase hat weniger als zwölf Zeichen.',
    'Wählen Sie mehrere Wörter, die nichts miteinander zu tun haben: leicht zu merken, schwer zu raten.',
  ],
  'wrong-passphrase': [
    'Diese Passphrase öffnet die Mappe nicht.',
    'Geben Sie sie noch einmal ein, und achten Sie auf Groß- und Kleinschreibung; auch der Wiederherstellungsschlüssel öffnet die Mappe.',
  ],
  'passphrase-needed': [
    'Hier wird die Passphrase gebraucht.',
    'Ist sie vergessen, ändern Sie sie zuerst, mit dem Wiederherstellungsschlüssel statt der alten.',
  ],
  'passphrase-mismatch': [
    'Die beiden Passphrasen stimmen nicht überein.',
    'Nichts wurde geändert; geben Sie zweimal dieselbe ein.',
  ],
  'recovery-key-as-passphrase': [
    'Ein Wiederherstellungsschlüssel kann keine Passphrase sein.',
    'Wählen Sie Wörter, die nur Sie kennen.',
  ],
  'key-in-home': [
    'Dieser Ort liegt in der Mappe, die der Schlüssel öffnet.',
    'Wählen Sie einen anderen Ort, am besten auf einem anderen Datenträger: Wer die Mappe kopiert, darf den Schlüssel nicht mitbekommen.',
  ],
  'key-file-not-private': [
    'Andere Benutzer dieses Rechners können die Schlüsseldatei lesen, oder sie gehört ihnen.',
    'Entziehen Sie den anderen die Rechte. Wenn jemand sie gelesen haben kann, ersetzen Sie den Wiederherstellungsschlüssel.',
  ],
  'no-recovery-key': [
    'Das ist kein Wiederherstellungsschlüssel.',
    'Er beginnt mit `AGE-SECRET-KEY-1`.',
  ],
  'wrong-recovery-key': [
    'Dieser Wiederherstellungsschlüssel öffnet die Mappe nicht: Er gehört zu einer anderen, oder er wurde ersetzt.',
    'Nehmen Sie den jetzigen oder die Passphrase.',
  ],
  'key-damaged': [
    'Die Schlüsseldatei der Mappe ist beschädigt.',
    'Holen Sie `key.age` aus einer Sicherung der Mappe zurück.',
  ],
  'key-too-slow': [
    'Die Schlüsseldatei verlangt mehr Rechenarbeit, als vernünftig ist: Ein anderes Programm hat sie geschrieben.',
    'Holen Sie Ihre eigene aus einer Sicherung zurück.',
  ],
  'no-randomness': [
    'Das Betriebssystem liefert keinen Zufall, und ohne ihn wird nichts gemacht.',
    'Starten Sie den Rechner neu.',
  ],
  clock: [
    'Die Uhr dieses Rechners geht falsch.',
    'Stellen Sie sie, und versuchen Sie es noch einmal.',
  ],
  'clock-doubtful': [
    'Die Uhr dieses Rechners widerspricht den neuesten Dokumenten: Sie geht nach, oder sie geht mehr als ein Jahr vor.',
    'Es wurde nichts signiert. Stellen Sie die Uhr, oder bestätigen Sie, dass sie richtig geht.',
  ],
  'disk-full': [
    'Der Datenträger ist voll.',
    'Nichts wurde geändert; schaffen Sie Platz, und versuchen Sie es noch einmal.',
  ],
  'read-only': [
    'Die Datenbank der Mappe lässt sich nicht schreiben: Die Mappe ist schreibgeschützt.',
    'Nichts wurde geändert; geben Sie Schreibrechte auf ihren Ordner, oder nehmen Sie eine andere Mappe.',
  ],
  permission: [
    'Das System erlaubt den Zugriff nicht.',
    'Nichts wurde geändert; prüfen Sie, wem die Datei und ihr Ordner gehören.',
  ],
  'not-found': ['Diese Datei oder diesen Ordner gibt es nicht.', 'Prüfen Sie den Pfad.'],
  'is-a-folder': ['Das ist ein Ordner.', 'Geben Sie den Pfad einer Datei an.'],
  'path-not-chosen': [
    'Dieser Pfad wurde in diesem Fenster nicht ausgewählt.',
    'Wählen Sie ihn mit der Schaltfläche neben dem Feld aus, oder ziehen Sie die Datei auf das Fenster. Eingetippte Pfade gelten nur unter den Exporten der Mappe.',
  ],
  'strange-link': [
    'Der Dateiname ist eine Verknüpfung, die ein anderer Benutzer angelegt hat.',
    'Es wurde nichts geschrieben. Wählen Sie einen anderen Namen oder einen eigenen Ordner.',
  ],
  'reserved-folder': [
    'Diese Datei liegt in einer Mappe, in einem Markt oder im Zustandsordner des Programms; dorthin wird nichts ausgegeben.',
    'Es wurde nichts geschrieben. Wählen Sie einen anderen Ordner, etwa `exports` in der Mappe.',
  ],
  'not-a-file': ['Das ist keine gewöhnliche Datei.', 'Geben Sie den Pfad einer Datei an.'],
  'no-file-name': ['Dieser Pfad nennt keine Datei.', 'Geben Sie den Pfad einer Datei an.'],
  'file-exists': [
    'Eine Datei dieses Namens gibt es schon.',
    'Nichts wurde geändert; wählen Sie einen anderen Namen, oder stimmen Sie zu, dass sie ersetzt wird.',
  ],
  'too-large': [
    'Diese Datei ist größer, als sie sein darf.',
    'Prüfen Sie, ob es die richtige ist.',
  ],
  io: [
    'Das Lesen oder Schreiben ist fehlgeschlagen.',
    'Nichts wurde geändert; prüfen Sie den Datenträger, und versuchen Sie es noch einmal.',
  ],
  internal: [
    'Das Programm hat einen Fehler gemacht; was es gerade tat, ist nicht fertig geworden.',
    'Was zuvor gespeichert war, ist unversehrt. Schließen Sie die App, und öffnen Sie sie wieder. Das ist ein Fehler von Poundwise selbst: Bitte melden Sie ihn.',
  ],
  stopped: [
    'Die Arbeit wurde vor ihrem Ende angehalten.',
    'Nichts wurde geändert; beginnen Sie wieder, wann Sie wollen.',
  ],
  'settings-unreadable': [
    'Die gespeicherten Einstellungen sind nicht lesbar, deshalb gelten die einer neuen Installation.',
    'Wählen Sie sie neu; die alte Datei bleibt daneben erhalten.',
  ],
} satisfies Partial<Says>;
