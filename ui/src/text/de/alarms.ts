import { count, counted } from '../digits';
import type { Text } from '../shape';

const entries = (n: number) => counted(n, 'Eintrag', 'Einträgen');

export const alarms: Text['alarms'] = {
  title: 'Alarme',
  sub: 'Eigentümer, deren signierte Dokumente sich widersprechen.',
  none: 'Kein Eigentümer hat sich widersprochen.',
  noneWhy:
    'Bei jedem Abholen wird das veröffentlichte Hauptbuch jedes Eigentümers mit seinem zuvor gesehenen Hauptbuch verglichen. Widersprüche stehen hier, mit den Beweisen.',
  many: (n) => counted(n, 'Alarm', 'Alarme'),
  kind: {
    fork: 'zwei Historien',
    'rolled-back': 'zurückgenommene Einträge',
    'two-answers': 'zwei Antworten',
  },
  says: {
    fork: (seller, kept, found) =>
      kept === found
        ? `${seller} hat zwei verschiedene Hauptbücher mit ${entries(kept)} signiert: Eines davon ist falsch.`
        : `Das Hauptbuch von ${seller} mit ${entries(found)} beginnt nicht mit ${kept === 1 ? 'dem Eintrag, den' : `den ${count(kept)} Einträgen, die`} Sie zuvor gesehen haben: Einträge wurden geändert, entfernt oder eingefügt.`,
    'rolled-back': (seller, kept, found) =>
      `Das veröffentlichte Hauptbuch von ${seller} hat ${entries(found)}, und Sie haben zuvor ${count(kept)} gesehen: Einträge wurden entfernt, oder der Markt zeigt eine alte Kopie.`,
    'two-answers': (seller) =>
      `${seller} hat für eine Ihrer Bestellungen eine Ablehnung und eine Quittung signiert: Eine davon ist falsch.`,
  },
  owner: 'Eigentümer',
  order: 'Bestellung',
  answersHold:
    'Die Bestellung, die Quittung, die Ablehnung und ein Angebot mit dem Schlüssel des Eigentümers: genug, damit jeder es nachprüfen kann.',
  untilAnswered:
    'Bis Sie sich entscheiden, wird keine der beiden Antworten und auch sonst kein Dokument dieses Eigentümers gespeichert. Ihr bisheriger Bestand ist unverändert.',
  kept: 'zuvor gesehen',
  found: 'dann gefunden',
  entries,
  when: 'bemerkt',
  evidence: 'Beweise',
  evidenceWhat: 'den Ordner der Beweise',
  evidenceHolds:
    'Beide signierten Prüfpunkte, ein Angebot mit dem Schlüssel des Eigentümers und die Zahlen: genug, damit jeder es nachprüfen kann.',
  check: 'Mit dem veröffentlichten Hauptbuch vergleichen',
  isOpen: 'offener Alarm',
  openAbout: (owner) => `Zu ${owner} ist ein Alarm offen.`,
  noOrder:
    'Dieser Eigentümer hat sich widersprochen. Sobald Sie entschieden haben, können Sie wieder bestellen.',
  noPay:
    'Dieser Eigentümer hat sich widersprochen. Bis Sie sich entscheiden, wird die Antwort auf diese Bestellung nicht gespeichert. Entscheiden Sie, bevor Sie bezahlen.',
  decide: 'Alarm ansehen und entscheiden',
  until:
    'Bis Sie sich entscheiden, wird kein Dokument dieses Eigentümers gespeichert. Ihr bisheriger Bestand ist unverändert.',
  all: 'Alle Alarme',
  dismiss: 'Erledigen …',
  dismissWhy: (seller) =>
    `Sehen Sie sich zuerst die Beweise an. Das Abholen von ${seller} geht dann von dem Prüfpunkt weiter, dem Sie trauen. Einträge, die ihn nicht fortsetzen, bleiben auf dem Markt. Alarm, Beweise und Ihr Grund bleiben erhalten.`,
  decideWhy: (seller) =>
    `Fragen Sie zuerst ${seller}. Trauen Sie der Quittung, holt das nächste Abholen die Freigabe; trauen Sie der Ablehnung, gilt die Bestellung als abgelehnt. Alarm, Beweise und Ihr Grund bleiben erhalten.`,
  goOn: 'Weiter von',
  choice: {
    kept: (n) => `dem zuvor gesehenen Hauptbuch mit ${entries(n)}`,
    found: (n) => `dem dann gefundenen Hauptbuch mit ${entries(n)}`,
    receipt: () => 'der Quittung: die Bestellung ist verkauft',
    refusal: () => 'der Ablehnung: die Bestellung ist abgelehnt',
  },
  trusted: {
    kept: 'dem zuvor gesehenen Hauptbuch',
    found: 'dem dann gefundenen Hauptbuch',
    receipt: 'der Quittung',
    refusal: 'der Ablehnung',
  },
  reason: 'Grund, neben dem Alarm aufbewahrt',
  dismissButton: 'Alarm erledigen',
  dismissed: (when, trusted) => `Erledigt am ${when}, weiter von ${trusted}:`,
};
