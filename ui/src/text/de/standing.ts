import { count, counted } from '../digits';
import type { Text } from '../shape';

const numbers = (list: number[]) => list.map(count).join(', ');

export const standing: Text['standing'] = {
  title: {
    behind: 'Diese Mappe ist eine alte Kopie ihrer selbst',
    lacking: 'Diese Mappe kann nicht verkaufen, bis sie aufgeholt hat',
    'two-histories': 'Diese Mappe kann nicht mehr verkaufen',
    'given-up': 'Diese Mappe ist aufgegeben',
    unconfirmed: 'Bestätigen Sie, dass dies die neueste Kopie der Mappe ist',
    unknown: 'Ob das die neueste Kopie dieser Mappe ist, ist nicht bekannt',
  },
  why: {
    behind:
      'Sie können sie öffnen und lesen und Lieferungen abholen. Bis sie aufgeholt hat, kann sie nicht verkaufen, öffnen, versiegeln oder kopieren: Sonst würden zwei Historien eines Hauptbuchs signiert. Gibt es eine neuere Kopie dieser Mappe, verwenden Sie diese.',
    lacking:
      'Dieser Mappe fehlen Einträge, die auch dem Markt fehlen. Sie können weiter lesen, abholen und exportieren.',
    'two-histories': 'Sie können weiter lesen, abholen und exportieren.',
    'given-up':
      'Sie kann nicht mehr verkaufen. Ihre Verluste stehen in einer Datei für die neue Mappe. Sie können weiter lesen, abholen und exportieren.',
    unconfirmed:
      'Dieser Rechner kennt die Länge des Hauptbuchs dieser Mappe nicht. Auf dem Markt sind keine neueren Einträge, aber sein Betreiber könnte sie verbergen. Bis Sie bestätigen, kann diese Mappe nicht verkaufen.',
    unknown:
      'Bis das bekannt ist, kann sie nicht verkaufen, denn eine alte Kopie darf nicht verkaufen.',
  },
  entries: (n) => `Einträge ihres Hauptbuchs hier: ${n}.`,
  what: 'Beim Aufholen werden die fehlenden Einträge vom Markt gelesen, wo sie für diese Mappe verschlüsselt liegen. Danach sind die Regeln angehalten. Neuere Angebote, die nicht in dieser Mappe sind, werden zurückgezogen und zählen mit ihrer Obergrenze. Früher gekaufte Antworten bekommen keine neuen Kopien.',
  recovered: {
    title: 'Sie haben diese Mappe mit ihrem Wiederherstellungsschlüssel geöffnet',
    what: 'Haben Sie die Passphrase vergessen, setzen Sie eine neue. Statt der Passphrase wird der Wiederherstellungsschlüssel angenommen. Er ändert sich nicht.',
    set: 'Neue Passphrase setzen',
    keep: 'Passphrase behalten',
  },
  clock: {
    title: 'Geht die Uhr dieses Rechners richtig?',
    what: 'Signierte Dokumente behalten diese Zeit für immer. Geht die Uhr falsch, brechen Sie ab, stellen Sie die Uhr, und versuchen Sie es noch einmal.',
    confirm: 'Die Uhr geht richtig',
    cancel: 'Abbrechen',
  },
  unkept: {
    title: 'Der neue Wiederherstellungsschlüssel ist noch nicht aufbewahrt',
    what: (home) =>
      `Der Schlüssel der Mappe „${home}“ wird gezeigt, bis Sie bestätigen, dass Sie ihn aufbewahrt haben. Ist die Mappe geschlossen oder die App beendet, lässt er sich nicht mehr zeigen.`,
    show: 'Schlüssel zeigen',
    first:
      'Der neue Wiederherstellungsschlüssel ist noch nicht aufbewahrt. Speichern oder drucken Sie ihn zuerst, oder geben Sie sein Ende ein.',
    closing: 'Mappe ohne ihren Wiederherstellungsschlüssel schließen?',
    lost: 'Der neue Wiederherstellungsschlüssel ist noch nicht aufbewahrt und lässt sich nicht noch einmal zeigen. Kein anderer Schlüssel gilt. Vergessen Sie die Passphrase, lässt sich diese Mappe nicht öffnen.',
    stay: 'Nicht schließen',
  },
  neverKept: {
    title: 'Haben Sie den Wiederherstellungsschlüssel dieser Mappe aufbewahrt?',
    what: 'Er wurde einmal gezeigt, aber nie als aufbewahrt bestätigt. Haben Sie ihn nicht, erzeugen Sie einen neuen. Ohne ihn lässt sich diese Mappe nicht öffnen, wenn Sie die Passphrase vergessen.',
    make: 'Einen neuen erzeugen',
    have: 'Ich habe ihn',
  },
  confirm: {
    code: 'Code Ihrer letzten Quittung oder Änderung',
    hint: 'Er steht auf der Quittung, etwa 12-7KQX-M2PA. Fragen Sie nicht den Betreiber des Marktes.',
    button: 'Bestätigen',
    confirming: 'Wird verglichen …',
    without: 'Ich habe den Code nicht: ohne ihn bestätigen',
    risk: 'Das ist nur sicher, wenn der Betreiber des Marktes ehrlich ist. Sind neuere Einträge verborgen, signiert diese Mappe eine zweite Historie und verkauft vielleicht mehr, als eine Grenze erlaubt. Ein Eintrag zu jeder Population hält fest, dass Sie das akzeptiert haben.',
    accept: 'Ich akzeptiere, dass neuere Einträge fehlen können.',
  },
  logCode: 'Hauptbuch-Code',
  logCodeHint:
    'Bewahren Sie den neuesten nicht auf diesem Rechner auf. Eine wiederhergestellte Mappe fragt danach, bevor sie verkauft.',
  catchUp: 'Aufholen',
  catchingUp: 'Holt auf …',
  caught: {
    title: 'Diese Mappe hat aufgeholt',
    newest: 'Diese Mappe ist die neueste Kopie ihrer selbst',
    seen: 'Gesehen',
    entries: (receipts, grants, populations, entries) =>
      `Zurückgeholt: ${counted(receipts, 'Quittung', 'Quittungen')}, ${counted(grants, 'gewährte Öffnung', 'gewährte Öffnungen')}, ${counted(populations, 'Eintrag einer Population', 'Einträge von Populationen')}. Das Hauptbuch hat ${counted(entries, 'Eintrag', 'Einträge')}.`,
    populations: (names) => `Populationen, die fehlten: ${names.join(', ')}.`,
    listing: (title, population, withdrawn) =>
      `${withdrawn ? 'Zurückgezogen, da von hier aus nicht zu verkaufen' : 'Zurückgeholt'}: ${title}, zur Population „${population}“.`,
    counts: (level) => `Es zählt mit ${level}.`,
    rules: (rules) => `Regeln, angehalten, bis Sie sie geprüft haben: ${numbers(rules)}.`,
    copies: (n) =>
      `${counted(n, 'früher gekaufte Antwort bekommt', 'früher gekaufte Antworten bekommen')} keine neuen Kopien.`,
    again: (receipts) => `Noch einmal geliefert: Quittungen Nr. ${numbers(receipts)}.`,
    payments:
      'Vermerke über Rückzahlungen und spätere Zahlungen können fehlen. Sehen Sie auf dem Konto nach, bevor Sie eine zurückzahlen.',
    undelivered: (receipts) =>
      `Nicht geliefert, da die Zahlen nicht hier sind: Quittungen Nr. ${numbers(receipts)}. Einigen Sie sich mit den Käufern.`,
    mended: (n) =>
      `Auf dem Markt verloren oder beschädigt und neu gesandt: ${counted(n, 'Datei', 'Dateien')}.`,
    junk: (n) =>
      `Aus dem Ordner dieser Mappe auf dem Markt entfernt: ${counted(n, 'fremde Datei', 'fremde Dateien')}.`,
  },
  giveUp: {
    title: 'Aufholen nicht möglich: Mappe aufgeben',
    noCode: 'Ich habe den Code nicht: Mappe aufgeben',
    intro:
      'Es wird eine Datei mit den Obergrenzen aller Angebote geschrieben, die diese Mappe je gemacht hat. Die Populationen einer neuen Mappe übernehmen sie als mitgebrachten Verlust. Diese Mappe kann danach nicht mehr verkaufen. Das lässt sich nicht rückgängig machen.',
    file: 'Datei ihrer Verluste',
    sure: 'Diese Mappe darf nie mehr verkaufen.',
    button: 'Verluste schreiben und aufgeben',
    again: 'Die Datei fehlt: noch einmal schreiben',
    writeAgain: 'Verluste noch einmal schreiben',
    next: 'Schließen und eine andere Mappe öffnen oder anlegen',
    done: (file) =>
      `Geschrieben: ${file}. Nennen Sie sie als mitgebrachten Verlust, wenn Sie die Populationen der neuen Mappe anlegen.`,
    carries: (population, level) => `${population}: ${level}`,
  },
};
