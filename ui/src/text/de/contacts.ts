import type { Text } from '../shape';

export const contacts: Text['contacts'] = {
  title: 'Kontakte',
  sub: 'Schlüssel, die Sie kennen, unter Ihren eigenen Namen.',
  contact: 'Kontakt:',
  callsItself: (name) => `nennt sich „${name}“`,
  unknown: 'kein Kontakt',
  unknownHint: 'Diesen Namen hat der Schlüssel selbst gewählt. Jeder kann jeden Namen wählen.',
  none: 'Sie haben noch keine Kontakte.',
  noneHint:
    'Den Namen in einer Bestellung oder einem Angebot hat der Absender gewählt. Prüfen Sie einen Schlüssel und geben Sie ihm einen eigenen Namen, um ihn wiederzuerkennen.',
  name: 'Ihr Name dafür',
  nameHint: 'Nur Sie sehen ihn.',
  key: 'Schlüssel',
  keyHint:
    'Der ganze Schlüssel, wie die andere Mappe ihn zeigt. Vergleichen Sie ihn am Telefon oder persönlich.',
  note: 'Notiz',
  noteHint: 'Zum Beispiel, wie Sie den Schlüssel geprüft haben.',
  added: 'Hinzugefügt',
  add: 'Zu den Kontakten …',
  addNew: 'Kontakt hinzufügen …',
  addTitle: 'Kontakt hinzufügen',
  addButton: 'Kontakt hinzufügen',
  addIntro: (name) =>
    `Dieser Schlüssel nennt sich **${name}**. Vergleichen Sie den ganzen Schlüssel mit dem seines Inhabers, bevor Sie ihm einen Namen geben.`,
  edit: 'Bearbeiten …',
  editTitle: (name) => `Kontakt ${name} bearbeiten`,
  editButton: 'Speichern',
  isKnown: (name) =>
    `Dieser Schlüssel ist schon Ihr Kontakt ${name}. Hier können Sie den Kontakt ändern.`,
  remove: 'Entfernen …',
  removeTitle: (name) => `${name} aus den Kontakten entfernen?`,
  removeIntro:
    'Der Schlüssel erscheint dann unter dem Namen, den er selbst gewählt hat. Ihre Geschäfte mit ihm bleiben.',
  removeButton: 'Kontakt entfernen',
  keep: 'Behalten',
  blocked: 'Gesperrte Schlüssel',
  blockedHint: 'Ihre Bestellungen werden nicht gespeichert.',
  since: 'Gesperrt',
  unblock: 'Entsperren',
};
