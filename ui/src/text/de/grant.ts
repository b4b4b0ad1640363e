import type { Text } from '../shape';

export const grant: Text['grant'] = {
  button: 'Einem Prüfer öffnen …',
  title: 'Dieses Angebot einem Prüfer öffnen',
  warning: '**Eine Öffnung gibt die Daten preis.**',
  what: (title) =>
    `Wer sie liest, kennt die Zahlen hinter „${title}“ genau, ohne jedes Rauschen, und kann das Rauschen von jeder Freigabe abziehen, von jeder bisherigen und jeder künftigen. Kein ε beschreibt das. Sie lässt sich nicht zurücknehmen.`,
  entry:
    'Die Gewährung ist ein Eintrag Ihres Hauptbuchs und wird veröffentlicht, bevor die Datei geschrieben wird: Jeder Prüfer sieht, dass eine Frage dieser Population geöffnet wurde, aber nicht, für wen.',
  whole:
    'Sie gilt für die ganze Frage: Alle Verkäufe sind Punkte eines Rauschpfads, so dass sich keine Bestellung allein öffnen lässt.',
  safe: 'Sie ist für diesen Prüfer verschlüsselt, und niemand sonst kann sie lesen. Kein Programm kann begrenzen, was der Prüfer damit tut.',
  recipient: 'age-Empfänger des Prüfers',
  recipientHint:
    'Prüfer finden ihren unter „Nachprüfen“ bei „Mit einer Öffnung wiederholen“ und unter „Einstellungen“. Er beginnt mit age1.',
  file: 'Zu schreibende Datei',
  confirm: (title) => `Ich will, dass dieser Prüfer die Daten hinter „${title}“ kennt.`,
  write: 'Diesem Prüfer die Daten preisgeben',
  cancel: 'Geschlossen lassen',
  done: (file, size) => `Geschrieben: ${file}, ${size}`,
  next: 'Geben Sie dem Prüfer diese Datei und Ihr exportiertes Hauptbuch. Er wiederholt die Berechnung unter „Nachprüfen“.',
};
