import { count } from '../digits';
import type { Text } from '../shape';

export const firstRun: Text['firstRun'] = {
  intro:
    'Verkaufen Sie Statistiken über vertrauliche Daten nach Pfund an Privatheit, kaufen Sie welche, und prüfen Sie die Bücher. Nur Dokumente, die Sie signieren, verlassen diesen Rechner.',
  doors: 'Was möchten Sie tun?',
  doorsAgain: 'Oder mit einer neuen Mappe beginnen',
  door: { sell: 'Verkaufen', buy: 'Kaufen', check: 'Nachprüfen' },
  doorWhat: {
    sell: 'Eine Tabelle importieren und Antworten über sie anbieten, nach Pfund an Privatheit.',
    buy: 'Sich auf dem Markt umsehen, eine Antwort abwiegen und sie bestellen.',
    check: 'Ein Hauptbuch, ein Bündel oder eine Öffnung nachprüfen. Dazu braucht es keine Mappe.',
  },
  openOther: 'Eine vorhandene Mappe öffnen',
  look: 'Erst einmal umsehen',
  lookIntro:
    'Ein Markt zum Ausprobieren: vier Angebote einer erfundenen Klinik und eines erfundenen Wetterdienstes, zwei Käufer und einige Verkäufe. Er wird gelöscht, wenn Sie ihn verlassen.',
  openSample: 'Beispielmarkt öffnen',
  makingSample: 'Beispielmarkt wird angelegt …',
  takesSeconds: 'Das dauert einige Sekunden.',

  open: 'Mappe öffnen',
  lately: 'Zuletzt geöffnet',
  openedAt: (when) => `geöffnet ${when}`,
  forget: 'Aus der Liste entfernen',
  forgetThis: (name) => `${name} aus der Liste entfernen; die Mappe bleibt`,
  gone: (folder) =>
    `In ${folder} ist keine Mappe. Der Ordner wurde vielleicht verschoben oder umbenannt.`,
  goneHint: 'Suchen Sie den Ordner, oder entfernen Sie ihn aus der Liste.',
  lookFor: 'Ordner suchen …',
  held: 'Ein anderes Fenster dieser App hat diese Mappe geöffnet.',
  bringForward: 'Dieses Fenster nach vorn holen',
  broughtForward: 'Es wurde nach vorn gerufen.',
  homeFolder: 'Ordner der Mappe',
  homePassphrase: 'Passphrase der Mappe',
  otherMarket: 'Diesmal auf einem anderen Markt handeln',
  marketToTradeOn: 'Markt, auf dem gehandelt wird',
  opening: 'Wird geöffnet …',
  openButton: 'Mappe öffnen',

  create: { sell: 'Mappe zum Verkaufen anlegen', buy: 'Mappe zum Kaufen anlegen' },
  createIntro:
    'Ein Ordner mit Ihrer Identität, Ihren Daten und Ihren Büchern, verschlossen mit einer Passphrase. Jede Mappe kann verkaufen und kaufen.',
  advanced: 'Erweitert: Ordner und Markt',
  name: 'Name',
  nameHint: 'Steht in Ihren Angeboten und Bestellungen.',
  newHomeFolder: 'Ordner der neuen Mappe',
  market: 'Markt',
  marketHint: 'Ein Ordner, den sich Käufer und Verkäufer teilen.',
  passphrase: 'Passphrase',
  passphraseAgain: 'Passphrase wiederholen',
  passphraseHint: (fewest) =>
    `Mindestens ${fewest} Zeichen. Mehrere Wörter ohne Zusammenhang, etwa fünf aus einer Liste gezogene, merkt man sich leicht und errät man schwer; eine Liedzeile nicht.`,
  short: (fewest) => `Die Passphrase hat weniger als ${fewest} Zeichen.`,
  shortHint: 'Nehmen Sie ein oder zwei Wörter hinzu.',
  differ: 'Die beiden Passphrasen stimmen nicht überein.',
  differHint: 'Geben Sie zweimal dieselbe Passphrase ein.',
  creating: 'Wird angelegt …',
  createButton: 'Mappe anlegen',

  keepKey: 'Bewahren Sie diesen Wiederherstellungsschlüssel auf',
  keyIntro: (home) =>
    `Er öffnet die Mappe „${home}“, wenn die Passphrase vergessen ist. Er wird nur dieses eine Mal gezeigt und nirgends gespeichert. Mit dem Schlüssel und dem Ordner lässt sich alles in der Mappe lesen.`,
  homeAt: (folder) => `Mappe: ${folder}`,
  keyFile: 'Datei für den Schlüssel, außerhalb der Mappe',
  saveKey: 'Speichern',
  recoveryKey: 'Wiederherstellungsschlüssel',
  printedOn: (day) =>
    `Wiederherstellungsschlüssel einer Poundwise-Mappe, ${day}. Bewahren Sie dieses Blatt bei Ihren anderen Schlüsseln auf, nicht beim Rechner.`,
  printedUse:
    'So verwenden Sie ihn: Öffnen Sie den Ordner der Mappe in Poundwise, und geben Sie den Schlüssel statt der Passphrase ein. Auch `age -d -i` mit einer Datei dieses Schlüssels öffnet die Dateien der Mappe.',
  printKey: 'Drucken …',
  printed: 'Ich habe das gedruckte Blatt',
  tail: (signs) => `Oder geben Sie seine letzten ${count(signs)} Zeichen ein`,
  tailHint:
    'Speichern Sie den Schlüssel in einer Datei, drucken Sie ihn, oder schreiben Sie ihn ab.',
  notKept:
    'Speichern oder drucken Sie den Schlüssel, oder geben Sie seine letzten Zeichen ein: Es gibt keine weitere Kopie.',
  wrongTail: (signs) => `Das sind nicht die letzten ${count(signs)} Zeichen des Schlüssels.`,
  kept: 'Ich habe ihn aufbewahrt',
};
