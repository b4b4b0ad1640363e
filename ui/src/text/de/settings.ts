import { count } from '../digits';
import type { Text } from '../shape';

export const settings: Text['settings'] = {
  title: 'Einstellungen',
  sub: 'Für diese App und die geöffnete Mappe.',
  subWithoutHome: 'Für diese App. Öffnen Sie eine Mappe, um ihre Einstellungen zu sehen.',

  look: 'Darstellung',
  language: 'Sprache',
  systemLanguage: 'Wie das System',
  theme: 'Farben',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  textSize: 'Schriftgröße',
  textSizes: { small: 'Klein', normal: 'Mittel', large: 'Groß', largest: 'Sehr groß' },
  kept: 'Gespeichert.',

  work: 'Arbeit',
  currency: 'Währung, die für neue Angebote vorgeschlagen wird',
  currencyHint: 'Drei Buchstaben, etwa EUR, USD oder JPY. Jedes Angebot kann seine eigene haben.',
  keepCurrency: 'Speichern',
  collect: 'Lieferungen automatisch abholen',
  collectHint:
    'Wenn sich der Markt ändert, wenn Sie in dieses Fenster zurückkommen, und alle fünf Minuten, außer während anderer Arbeit.',
  notify: 'Neue Bestellungen und Lieferungen als Desktop-Benachrichtigung melden',

  home: 'Mappe',
  key: 'Schlüssel',
  keyOf: 'Schlüssel',
  recipient: 'Öffentlicher age-Schlüssel',
  recipientOf: 'öffentlichen age-Schlüssel',
  recipientHint: 'Geben Sie ihn einem Eigentümer, der Ihnen eine Öffnung gewährt.',
  folder: 'Ordner',
  folderOf: 'Ordner',
  backup:
    'Die ganze Mappe liegt in diesem Ordner. Für eine Sicherung schließen Sie die Mappe und kopieren den Ordner.',

  availability: 'Veröffentlichen, welche Stufen derzeit lieferbar sind',
  availabilityHint:
    'Ein signiertes Dokument auf dem Markt nennt für jedes offene Angebot die Stufe. Sie folgt aus der Grenze und den Verkäufen, nie aus Daten. Käufer können daraus auf den Rest einer Grenze schließen.',

  market: 'Markt',
  marketNow: 'Handelt auf',
  otherFolder: 'In einem anderen Ordner handeln',
  marketNew: 'Anderer Markt',
  marketHint: 'Ein vorhandener Ordner.',
  marketIntro:
    'Nicht gesendete Dateien gehen zuerst an den bisherigen Markt. Dann werden Ihre Angebote und Ihr Hauptbuch auch auf dem neuen Markt veröffentlicht. Frühere Bestellungen und Lieferungen bleiben auf dem bisherigen.',
  change: 'Markt wechseln',
  changing: 'Markt wird gewechselt …',
  changeAnyway: 'Wechseln und stattdessen an den neuen Markt senden',
  changed: (market) => `Diese Mappe handelt jetzt auf ${market}.`,
  waits: (n) =>
    n === 1
      ? '1 Datei ist noch nicht dorthin gesendet.'
      : `${count(n)} Dateien sind noch nicht dorthin gesendet.`,

  security: 'Sicherheit',
  passphrase: 'Passphrase ändern',
  passphraseIntro:
    'Ältere Kopien des Ordners lassen sich weiter mit der bisherigen Passphrase öffnen. Der Wiederherstellungsschlüssel ändert sich nicht.',
  old: 'Jetzige Passphrase oder Wiederherstellungsschlüssel',
  next: 'Neue Passphrase',
  again: 'Neue Passphrase wiederholen',
  passphraseChanged: 'Die Passphrase ist geändert. Die bisherige öffnet diese Mappe nicht mehr.',
  recovery: 'Neuer Wiederherstellungsschlüssel',
  recoveryIntro:
    'Erzeugen Sie einen neuen, wenn jemand anderes Ihren gesehen haben kann oder Sie keinen haben. Alles in der Mappe wird neu verschlüsselt. Der bisherige Schlüssel **gilt nicht mehr** für diese Mappe. Er öffnet weiter ältere Kopien des Ordners und Dateien, die auf dem Markt für ihn verschlüsselt sind.',
  recoveryPassphrase: 'Passphrase der Mappe',
  recoveryAgreed: 'Der bisherige Wiederherstellungsschlüssel darf ungültig werden',
  makeKey: 'Neuen Wiederherstellungsschlüssel erzeugen',
  makingKey: 'Alles wird neu verschlüsselt …',
  keyKept: 'Der neue Wiederherstellungsschlüssel ist aufbewahrt und gilt.',

  tour: 'Rundgang',

  about: 'Über Poundwise',
  version: 'Diese Version',
  settingsFile: 'Diese Einstellungen',
  licence: 'Lizenz',
  licences: 'MIT oder Apache-2.0, nach Ihrer Wahl',
  parts: 'Mit Teilen von anderen',
  partsAre:
    'IBM Plex (SIL Open Font License 1.1), Lucide-Symbole (ISC), Tauri und Svelte (MIT) und Rust-Crates unter MIT, Apache-2.0 oder ähnlichen Lizenzen',
  network: 'Netz',
  networkUse:
    'Nur mit dem Server eines Marktes, dem die Mappe beigetreten ist. Wenn der Markt ein Ordner ist, keines.',
};
