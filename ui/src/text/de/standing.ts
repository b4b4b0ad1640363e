import { count, counted } from '../digits';
import type { Text } from '../shape';

const numbers = (list: number[]) => list.map(count).join(', ');

export const standing: Text['standing'] = {
  title: {
    behind: 'Diese Mappe ist eine alte Kopie ihrer selbst',
    lacking: 'Diese Mappe verkauft nicht mehr, bis sie aufgeholt hat',
    'two-histories': 'Diese Mappe verkauft nicht mehr',
    'given-up': 'Diese Mappe ist aufgegeben',
    unconfirmed: 'Bestätigen Sie, dass dies die neueste Kopie der Mappe ist',
    unknown: 'Ob das die neueste Kopie dieser Mappe ist, ist nicht bekannt',
  },
  why: {
    behind:
      'Sie lässt sich öffnen und lesen und holt ab. Sie verkauft, öffnet, versiegelt und kopiert nichts, bis sie aufgeholt hat: Sonst würden zwei Geschichten eines Hauptbuchs signiert. Gibt es eine neuere Kopie dieser Mappe, arbeiten Sie mit dieser weiter.',
    lacking:
      'Dem Markt fehlen Einträge, die auch hier fehlen. Was in der Mappe ist, lässt sich lesen, abholen und exportieren.',
    'two-histories': 'Was darin ist, lässt sich weiter lesen, abholen und exportieren.',
    'given-up':
      'Sie verkauft nicht mehr: Ihre Verluste stehen in einer Datei für die Mappe, die weitermacht. Was in ihr ist, lässt sich weiter lesen, abholen und exportieren.',
    unconfirmed:
      'Dieser Rechner weiß nicht, wie weit das Hauptbuch dieser Mappe reichte. Auf dem Markt liegt nichts Neueres, aber sein Betreiber könnte es verbergen. Bis Sie bestätigen, verkauft diese Mappe nichts.',
    unknown: 'Bis das bekannt ist, verkauft sie nichts, denn eine alte Kopie darf nicht verkaufen.',
  },
  entries: (n) => `Einträge ihres Hauptbuchs hier: ${n}.`,
  what: 'Beim Aufholen werden die fehlenden Einträge vom Markt gelesen, wo sie für diese Mappe verschlüsselt liegen. Danach sind die Regeln angehalten. Angebote, die seither gemacht wurden und nicht hier sind, werden zurückgezogen und zählen mit ihrer Obergrenze. Von früher gekauften Antworten werden keine neuen Kopien gemacht.',
  recovered: {
    title: 'Sie haben diese Mappe mit ihrem Wiederherstellungsschlüssel geöffnet',
    what: 'Ist die Passphrase vergessen, setzen Sie eine neue: Statt der jetzigen wird der Wiederherstellungsschlüssel angenommen, und er bleibt, wie er ist.',
    set: 'Neue Passphrase setzen',
    keep: 'Passphrase behalten',
  },
  clock: {
    title: 'Geht die Uhr dieses Rechners richtig?',
    what: 'Was Sie signieren, behält diese Zeit für immer. Geht die Uhr falsch, brechen Sie ab, stellen Sie sie, und tun Sie dasselbe noch einmal.',
    confirm: 'Die Uhr geht richtig',
    cancel: 'Abbrechen',
  },
  unkept: {
    title: 'Ein neuer Wiederherstellungsschlüssel ist noch nicht aufbewahrt',
    what: (home) =>
      `Der Schlüssel der Mappe „${home}“ wird gezeigt, bis Sie bestätigen, dass Sie ihn aufbewahrt haben. Ist die Mappe geschlossen oder die App beendet, lässt er sich nicht mehr zeigen.`,
    show: 'Schlüssel zeigen',
    first:
      'Ein neuer Wiederherstellungsschlüssel ist noch nicht aufbewahrt. Speichern oder drucken Sie ihn zuerst, oder geben Sie sein Ende ein.',
    closing: 'Mappe ohne ihren Wiederherstellungsschlüssel schließen?',
    lost: 'Der neue Wiederherstellungsschlüssel ist noch nicht aufbewahrt und lässt sich nicht noch einmal zeigen. Kein anderer Schlüssel gilt: Ist die Passphrase vergessen, öffnet nichts diese Mappe.',
    stay: 'Nicht schließen',
  },
  neverKept: {
    title: 'Ist der Wiederherstellungsschlüssel dieser Mappe aufbewahrt?',
    what: 'Er wurde einmal gezeigt, und niemand hat bestätigt, dass er aufbewahrt ist. Ist er es nicht, machen Sie einen neuen: Ist die Passphrase vergessen, öffnet ohne ihn nichts diese Mappe.',
    make: 'Einen neuen machen',
    have: 'Ich habe ihn',
  },
  confirm: {
    code: 'Code Ihrer letzten Quittung oder Änderung',
    hint: 'Er steht auf der Quittung, etwa 12-7KQX-M2PA. Fragen Sie nicht den Betreiber des Marktes.',
    button: 'Bestätigen',
    confirming: 'Wird verglichen …',
    without: 'Ich habe den Code nicht: ohne ihn bestätigen',
    risk: 'Das ist nur sicher, wenn der Betreiber des Marktes ehrlich ist. Sind neuere Einträge verborgen, signiert diese Mappe eine zweite Geschichte und verkauft vielleicht mehr, als eine Grenze erlaubt. Ein Eintrag jeder Population hält fest, dass Sie das akzeptiert haben.',
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
    rules: (rules) => `Regeln, angehalten, bis Sie sie angesehen haben: ${numbers(rules)}.`,
    copies: (n) =>
      `Von ${counted(n, 'gekauften Antwort', 'gekauften Antworten')} werden keine neuen Kopien gemacht.`,
    again: (receipts) => `Noch einmal geliefert: Quittungen Nr. ${numbers(receipts)}.`,
    payments:
      'Vermerke, dass eine Zahlung zurückgezahlt oder später eingetragen wurde, können fehlen. Sehen Sie auf dem Konto nach, ehe Sie eine zurückzahlen.',
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
      'Geschrieben wird eine Datei mit den Obergrenzen von allem, was diese Mappe je angeboten hat. Die Populationen einer neuen Mappe übernehmen sie als mitgebrachten Verlust. Diese Mappe verkauft von da an nicht mehr. Es lässt sich nicht rückgängig machen.',
    file: 'Datei ihrer Verluste',
    sure: 'Diese Mappe soll nie mehr verkaufen.',
    button: 'Verluste schreiben und aufgeben',
    again: 'Die Datei ist nicht mehr da: noch einmal schreiben',
    writeAgain: 'Verluste noch einmal schreiben',
    next: 'Schließen und eine andere Mappe öffnen oder anlegen',
    done: (file) =>
      `Geschrieben: ${file}. Nennen Sie sie als mitgebrachten Verlust, wenn Sie die Populationen der neuen Mappe anlegen.`,
    carries: (population, level) => `${population}: ${level}`,
  },
};
