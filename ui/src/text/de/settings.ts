import { count } from '../digits';
import type { Text } from '../shape';

export const settings: Text['settings'] = {
  title: 'Einstellungen',
  sub: 'Für diese App und die geöffnete Mappe.',
  subWithoutHome: 'Für diese App. Die einer Mappe finden Sie hier, sobald sie geöffnet ist.',

  look: 'Darstellung',
  language: 'Sprache',
  systemLanguage: 'Wie das System',
  theme: 'Farben',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  textSize: 'Schriftgröße',
  textSizes: { small: 'Klein', normal: 'Mittel', large: 'Groß', largest: 'Sehr groß' },
  kept: 'Gemerkt.',

  work: 'Arbeit',
  currency: 'Währung, die für neue Angebote vorgeschlagen wird',
  currencyHint: 'Drei Buchstaben, etwa EUR, USD oder JPY. Jedes Angebot kann seine eigene haben.',
  keepCurrency: 'Merken',
  collect: 'Lieferungen automatisch abholen',
  collectHint:
    'Wenn sich der Markt ändert, wenn Sie in dieses Fenster zurückkommen, und alle fünf Minuten; nie, während etwas anderes läuft.',
  notify: 'Neue Bestellungen und Lieferungen als Desktop-Benachrichtigung melden',

  home: 'Mappe',
  key: 'Schlüssel',
  keyOf: 'Schlüssel',
  recipient: 'age-Empfänger',
  recipientOf: 'age-Empfänger',
  recipientHint: 'Geben Sie ihn einem Eigentümer, der Ihnen eine Öffnung gewährt.',
  folder: 'Ordner',
  folderOf: 'Ordner',
  backup:
    'Alles, was zur Mappe gehört, liegt in diesem Ordner: Kopieren Sie ihn bei geschlossener Mappe, um sie zu sichern.',

  availability: 'Käufern angeben, was derzeit lieferbar ist',
  availabilityHint:
    'Ein signiertes Dokument auf dem Markt nennt für jedes offene Angebot die Stufe. Sie folgt aus der Grenze und aus dem, was verkauft ist, nie aus Daten. Käufer können daraus schließen, wie viel von einer Grenze übrig ist.',

  market: 'Markt',
  marketNow: 'Handelt auf',
  marketNew: 'Anderer Markt',
  marketHint: 'Ein Ordner, den es schon gibt.',
  marketIntro:
    'Was noch nicht auf dem bisherigen Markt ist, wird zuerst dorthin gesandt. Ihre Angebote und Ihr Hauptbuch kommen dann auch auf den neuen Markt; Bestellungen und Lieferungen bleiben, wo sie sind.',
  change: 'Markt wechseln',
  changing: 'Markt wird gewechselt …',
  changeAnyway: 'Wechseln und stattdessen an den neuen Markt senden',
  changed: (market) => `Diese Mappe handelt von jetzt an auf ${market}.`,
  waits: (n) =>
    n === 1
      ? '1 Objekt ist dort noch nicht angekommen.'
      : `${count(n)} Objekte sind dort noch nicht angekommen.`,

  security: 'Sicherheit',
  passphrase: 'Passphrase ändern',
  passphraseIntro:
    'Ältere Kopien des Ordners lassen sich weiter mit der bisherigen Passphrase öffnen. Der Wiederherstellungsschlüssel bleibt.',
  old: 'Jetzige Passphrase oder Wiederherstellungsschlüssel',
  next: 'Neue Passphrase',
  again: 'Neue Passphrase wiederholen',
  passphraseChanged: 'Die Passphrase ist geändert. Die bisherige öffnet diese Mappe nicht mehr.',
  recovery: 'Neuer Wiederherstellungsschlüssel',
  recoveryIntro:
    'Für den Fall, dass jemand anderes Ihren gesehen haben könnte, oder dass Sie keinen aufbewahren. Alles in der Mappe wird neu verschlüsselt. Der bisherige Schlüssel **gilt nicht mehr** für diese Mappe; er öffnet weiterhin ältere Kopien des Ordners und was auf dem Markt an ihn gerichtet ist.',
  recoveryPassphrase: 'Passphrase der Mappe, für einen neuen Schlüssel',
  recoveryAgreed: 'Der bisherige Wiederherstellungsschlüssel darf ungültig werden',
  makeKey: 'Neuen Wiederherstellungsschlüssel erzeugen',
  makingKey: 'Alles wird neu verschlüsselt …',
  keyKept: 'Der neue Wiederherstellungsschlüssel gilt.',

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
  networkNone: 'Keines. Diesen Rechner verlässt, was andere aus dem Ordner des Marktes holen.',
};
