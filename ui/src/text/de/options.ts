import type { Text } from '../index.svelte';

export const options: Text['options'] = {
  named: (label) => `„${label}“`,
  labels: {
    'anyway': 'Wechseln und stattdessen an den neuen Markt senden',
    'adjacency': 'Was niemand über sie erkennen kann',
    'bins': 'Klassen',
    'bounds': 'Schranken',
    'cap': 'Grenze seines Verlusts',
    'ceiling': 'Obergrenze',
    'currency': 'Währung',
    'edges': 'Klassengrenzen',
    'file': 'Datei mit den Werten',
    'grain': 'Kleinster Schritt',
    'name': 'Name',
    'person-column': 'Spalte, die die Person nennt',
    'price': 'Preis',
    'protect': 'Zu schützender Abstand',
    'public-rows': 'Zeilenzahl, öffentlich genannt',
    'reason': 'Grund',
    'rows-per-person': 'Höchste Zeilenzahl je Person',
    'step': 'Schrittweite',
    'top': 'Ende des Rauschpfads',
    'unit': 'Einheit',
    'value': 'Der Wert',
    'where': 'Bedingung',
  },
};
