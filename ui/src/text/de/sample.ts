import type { Text } from '../shape';

export const sample: Text['sample'] = {
  label: 'Beispielmarkt.',
  madeUp: 'Alles darin ist erfunden und wird gelöscht, wenn Sie ihn verlassen.',
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
  away: 'Dieser Schritt gehört zu einer anderen Rolle.',
  finish: 'Rundgang beenden',
  leaveTour: 'Rundgang verlassen',
  acts: {
    approve: {
      first: 'Beantworten Sie zuerst die Bestellung. Der nächste Schritt zeigt die Lieferung.',
      done: {
        title: 'Die Bestellung ist beantwortet',
        text: 'Sie sind Harbour Clinic. Im Eingang wartet keine Bestellung. Die genehmigte Antwort ist signiert und wartet auf Northern Insurance.',
      },
    },
    arrive: {
      first: 'Holen Sie sie zuerst ab. Der nächste Schritt zeigt die gespeicherte Antwort.',
      done: {
        title: 'Alles ist abgeholt',
        text: 'Jetzt sind Sie Northern Insurance. Keine Lieferung wartet. Jede Bestellung zeigt ihr Ergebnis. Signierte Antworten werden nachgeprüft, bevor sie gespeichert werden.',
      },
    },
  },
  steps: {
    data: {
      title: 'Antworten zum Verkauf',
      text: 'Sie sind Harbour Clinic. Die Tabelle verlässt ihre Mappe nie. Verkauft werden Antworten mit Rauschen, das jeden einzelnen Patienten verbirgt. Ein Tarif nennt den Preis jeder Genauigkeit.',
    },
    approve: {
      title: 'Eine Bestellung genehmigen',
      text: 'Northern Insurance bestellt mehr Genauigkeit. Sehen Sie sich die Bestellung an: Die Anzeige nennt den Verlust an Privatheit der Patienten. Wählen Sie „bezahlt“, genehmigen Sie die Bestellung, und wählen Sie „Jetzt signieren“.',
    },
    arrive: {
      title: 'Die Antwort kommt an',
      text: 'Jetzt sind Sie Northern Insurance. Holen Sie die Lieferung ab. Die signierte Antwort wird nachgeprüft, bevor sie gespeichert wird.',
    },
    hold: {
      title: 'Das Intervall wird enger',
      text: 'Öffnen Sie den Bestand des Mittelwerts. Jeder Kauf liest denselben Rauschpfad weiter: Das Intervall wird enger, und frühere Käufe zählen.',
    },
    check: {
      title: 'Alle können es nachprüfen',
      text: 'Sie prüfen jetzt, ohne Schlüssel und ohne Daten. Das Hauptbuch der Klinik und die Bündel der Versicherung werden miteinander verglichen: Signaturen, Preise, Verluste und Summen.',
    },
  },
};
