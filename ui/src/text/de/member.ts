import type { Text } from '../shape';

export const member: Text['member'] = {
  join: 'Einem Markt auf einem Server beitreten',
  invited: 'Ich habe eine Einladung zu einem Markt',
  intro:
    'Der Betreiber eines Marktes sendet Ihnen eine Einladung: eine Datei, die auf .market endet.',
  file: 'Einladung (.market-Datei)',
  fileKind: 'Einladungen zu Märkten',
  open: 'Beitreten …',

  title: 'Diesem Markt beitreten?',
  name: 'Bezeichnung',
  server: 'Rechner',
  address: 'Adresse',
  keyId: 'Zugangsschlüssel',
  noKey: 'Keiner. Alle, die diesen Markt erreichen, können ihn benutzen.',
  before:
    'Bisher wurde nichts gesendet. Zuerst wird der Markt getestet. Wenn alles funktioniert, treten Sie ihm bei.',
  beforeUse:
    'Bisher wurde nichts gesendet. Zuerst wird der Markt getestet. Wenn alles funktioniert, handelt die neue Mappe dort.',
  onceJoined:
    'Nicht gesendete Dateien gehen zuerst an den bisherigen Markt. Dann werden Ihre Angebote und Ihr Hauptbuch auch auf dem neuen Markt veröffentlicht.',
  readAgain: 'Datei noch einmal lesen',
  testAndJoin: 'Testen und beitreten',
  testAndUse: 'Testen und verwenden',
  testAgain: 'Noch einmal testen',
  testing: 'Der Markt wird getestet …',
  joining: 'Beitritt läuft …',
  joinAnyway: 'Trotzdem beitreten',
  useAnyway: 'Trotzdem verwenden',
  sendThere: 'Beitreten und stattdessen an den neuen Markt senden',
  cancel: 'Abbrechen',
  joined: (name, server) => `Diese Mappe handelt jetzt auf ${name} (${server}).`,
  forNewHome: (name, server) => `Die neue Mappe handelt auf ${name} (${server}).`,
  useOther: 'Anderen Markt verwenden',

  works: 'Alles funktioniert.',
  fails: 'Nicht alles funktioniert.',
  step: {
    list: 'Auflisten',
    clock: 'Uhr',
    write: 'Schreiben',
    read: 'Lesen',
    delete: 'Löschen',
  },
  outcome: {
    works: 'funktioniert',
    fails: 'funktioniert nicht',
    skipped: 'nicht versucht',
  },
  test: 'Markt testen',
  testStopped: 'Angehalten. Der Test ist nicht vollständig.',
  testHint: 'Listet auf, schreibt, liest und löscht eine kleine Datei und vergleicht die Uhren.',

  invite: 'Ein Mitglied einladen …',
  warning:
    'Die Datei enthält einen Zugangsschlüssel mit seinem Geheimnis. Wer die Datei hat, kann ihn benutzen. Senden Sie sie auf einem Weg, den nur das Mitglied liest.',
  marketName: 'Name des Marktes',
  marketNameHint: 'Mitglieder sehen ihn beim Beitritt. Leer: der Name, den diese Mappe kennt.',
  ownKey: 'Zugangsschlüssel des neuen Mitglieds',
  ownKeyHint:
    'Leer: der Schlüssel dieser Mappe. Mit einem eigenen Schlüssel lässt sich ein Mitglied später ohne die anderen ausschließen.',
  secret: 'Geheimnis oder Passwort dieses Schlüssels',
  invitation: 'Datei für die Einladung',
  save: 'Einladung speichern',
};
