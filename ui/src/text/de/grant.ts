import type { Text } from '../shape';

export const grant: Text['grant'] = {
  button: 'Einem Prüfer öffnen …',
  title: 'Dieses Angebot einem Prüfer öffnen',
  warning: '**Eine Öffnung gibt die Daten preis.**',
  what: (title) =>
    `Ihr Leser kennt die genauen Zahlen hinter „${title}“ und kann das Rauschen von jeder Freigabe abziehen. Kein ε beschreibt das. Sie lässt sich nicht rückgängig machen.`,
  entry:
    'Die Gewährung ist ein Eintrag Ihres Hauptbuchs und wird veröffentlicht, bevor die Datei geschrieben wird: Jeder Prüfer sieht, dass eine Frage dieser Population geöffnet wurde, aber nicht, für wen.',
  whole:
    'Sie öffnet die ganze Frage. Alle Verkäufe einer Frage sind Punkte eines Rauschpfads. Darum lässt sich keine einzelne Bestellung öffnen.',
  safe: 'Sie ist für diesen Prüfer verschlüsselt, und nur er kann sie lesen. Kein Programm kann begrenzen, was der Prüfer damit tut.',
  recipient: 'Öffentlicher age-Schlüssel des Prüfers (age1…)',
  recipientHint:
    'Prüfer finden ihren Schlüssel unter „Nachprüfen“ bei „Mit einer Öffnung neu berechnen“ und unter „Einstellungen“.',
  file: 'Zu schreibende Datei',
  confirm: (title) => `Ich will diesem Prüfer die Daten hinter „${title}“ preisgeben.`,
  write: 'Diesem Prüfer die Daten preisgeben',
  cancel: 'Nicht preisgeben',
  done: (file, size) => `Geschrieben: ${file}, ${size}`,
  next: 'Geben Sie dem Prüfer diese Datei und Ihr exportiertes Hauptbuch. Er berechnet die Freigaben unter „Nachprüfen“ neu.',
};
