import type { Text } from '../shape';

export const sample: Text['sample'] = {
  label: 'Beispielmarkt.',
  madeUp: 'Alles darin ist erfunden und verschwindet, wenn Sie ihn verlassen.',
  seeAs: 'Ansehen als',
  seat: { clinic: 'Klinik', insurer: 'Versicherung', auditor: 'Prüfer' },
  leave: 'Beispielmarkt verlassen',
  waits:
    'Eine Genehmigung lässt sich noch zurücknehmen. Signieren Sie sie jetzt, oder nehmen Sie sie zurück, bevor Sie die Rolle wechseln.',

  tour: 'Rundgang beginnen',
  tourAbout:
    'Fünf Schritte durch den Beispielmarkt: von der Tabelle einer Klinik bis zur Prüfung durch jemanden, der keiner Seite traut.',
  tourCloses: 'Die geöffnete Mappe wird vorher geschlossen.',
  stepOf: (step, of) => `Schritt ${step} von ${of}`,
  back: 'Zurück',
  next: 'Weiter',
  again: 'Zurück zum Schritt',
  away: 'Sie sehen den Markt jetzt aus einer anderen Rolle, als dieser Schritt zeigt.',
  finish: 'Rundgang beenden',
  leaveTour: 'Rundgang verlassen',
  acts: {
    approve: {
      first: 'Beantworten Sie zuerst die Bestellung: Der nächste Schritt zeigt, was davon ankommt.',
      done: {
        title: 'Die Bestellung ist beantwortet',
        text: 'Sie sind Harbour Clinic. Im Eingang wartet keine Bestellung. Was genehmigt wurde, ist signiert und wartet auf Northern Insurance.',
      },
    },
    arrive: {
      first: 'Holen Sie es zuerst ab: Der nächste Schritt zeigt, was davon gespeichert ist.',
      done: {
        title: 'Alles ist abgeholt',
        text: 'Jetzt sind Sie Northern Insurance. Nichts wartet darauf, abgeholt zu werden: Jede Bestellung sagt, was aus ihr geworden ist. Was signiert ist, wird geprüft, bevor es gespeichert wird.',
      },
    },
  },
  steps: {
    data: {
      title: 'Was verkauft wird',
      text: 'Sie sind Harbour Clinic. Die Tabelle verlässt ihre Mappe nie; verkauft werden Antworten über sie, mit Rauschen, das jeden einzelnen Patienten verbirgt. Was welche Genauigkeit kostet, sagt ein Tarif.',
    },
    approve: {
      title: 'Eine Bestellung genehmigen',
      text: 'Northern Insurance bestellt mehr Genauigkeit. Sehen Sie die Bestellung durch: Die Anzeige sagt, was die Privatheit der Patienten dadurch verliert. Geben Sie an, dass sie bezahlt ist, genehmigen Sie sie, und wählen Sie „Jetzt signieren“.',
    },
    arrive: {
      title: 'Die Antwort kommt an',
      text: 'Jetzt sind Sie Northern Insurance. Holen Sie ab, was angekommen ist: Eine signierte Antwort wird geprüft, bevor sie gespeichert wird.',
    },
    hold: {
      title: 'Die Antwort wird genauer',
      text: 'Öffnen Sie den Bestand des Mittelwerts. Jeder Kauf ist dasselbe Rauschen, weiter gelesen: Das Intervall wird enger, und kein früherer Kauf war umsonst.',
    },
    check: {
      title: 'Alle können es nachprüfen',
      text: 'Sie prüfen jetzt, ohne Schlüssel und ohne Daten. Das Hauptbuch der Klinik und die Bündel der Versicherung werden miteinander verglichen: Signaturen, Preise, Verluste und Summen.',
    },
  },
};
