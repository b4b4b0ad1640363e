import type { Text } from '../shape';

export const contacts: Text['contacts'] = {
  title: 'Kontakte',
  sub: 'Schlüssel, die Sie kennen, unter Ihren eigenen Namen.',
  contact: 'Kontakt:',
  callsItself: (name) => `nennt sich „${name}“`,
  unknown: 'nicht in Ihren Kontakten',
  unknownHint: 'So nennt sich dieser Schlüssel selbst. Jeder kann sich nennen, wie er will.',
  none: 'Sie haben noch keine Kontakte.',
  noneHint:
    'Ein Name in einer Bestellung oder einem Angebot ist das Wort dessen, der sie schickt. Geben Sie einem Schlüssel, den Sie geprüft haben, einen eigenen Namen, so erkennen Sie ihn wieder.',
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
    `Dieser Schlüssel nennt sich **${name}**. Vergleichen Sie ihn ganz mit dem, was sein Inhaber Ihnen sagt, bevor Sie ihm einen Namen geben.`,
  edit: 'Bearbeiten …',
  editTitle: (name) => `Kontakt ${name} bearbeiten`,
  editButton: 'Speichern',
  isKnown: (name) =>
    `Dieser Schlüssel ist schon Ihr Kontakt ${name}. Nichts wurde geändert. Hier können Sie ihn ändern.`,
  remove: 'Entfernen …',
  removeTitle: (name) => `${name} aus den Kontakten entfernen?`,
  removeIntro:
    'Der Schlüssel erscheint dann unter dem Namen, den er sich selbst gibt, wie jeder fremde. Was Sie mit ihm gehandelt haben, bleibt.',
  removeButton: 'Kontakt entfernen',
  keep: 'Behalten',
  blocked: 'Gesperrte Schlüssel',
  blockedHint: 'Ihre Bestellungen werden nicht gespeichert.',
  since: 'Gesperrt',
  unblock: 'Entsperren',
};
