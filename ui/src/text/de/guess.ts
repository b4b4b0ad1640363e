import { count } from '../digits';
import { unitNamed } from './phrases';
import type { Text } from '../shape';

const WHO = 'Wer alles andere weiß und bei gleichen Chancen rät, liegt';

export const guess: Text['guess'] = {
  atMost: (percent) => `in höchstens ${percent} der Fälle richtig`,
  andAtMost: (percent) => `in höchstens ${percent} der Fälle richtig`,
  almostAlways: 'fast immer richtig (über 99,9\u00a0%)',
  addRemove: (unit, presence, value) =>
    `${WHO} bei der Frage, ob eine bestimmte Einheit (${unitNamed(unit)}) in den Daten ist, ${presence}. Bei der Frage, welchen von zwei Werten sie hat, liegt er ${value}.`,
  publicRows: (unit, value) =>
    `${WHO} bei der Frage, welchen von zwei Werten eine bestimmte Einheit (${unitNamed(unit)}) hat, ${value}. Eine Zeilenzahl ist öffentlich: Ob die Einheit in den Daten ist, ist darum nicht geschützt.`,
  replace: (unit, value) =>
    `${WHO} bei der Frage, welchen von zwei Werten eine bestimmte Einheit (${unitNamed(unit)}) hat oder welche von zwei Einheiten in den Daten ist, ${value}. Die Zahl der Zeilen ist nicht geschützt.`,
  ownNumbers: (value) =>
    `${WHO} bei der Frage, welche von zwei Zahlen innerhalb des genannten Abstands Ihre ist, ${value}. Liegen die Zahlen weiter auseinander, zählt der Verlust einmal für jeden Abstand zwischen ihnen.`,
  rows: (unit) =>
    `Eine Einheit (${unitNamed(unit)}) sind alle ihre gezählten Zeilen, höchstens K je Tabelle.`,
  rowsOf: (unit, rows) =>
    rows === 1
      ? `Eine Einheit (${unitNamed(unit)}) ist ihre eine gezählte Zeile.`
      : `Eine Einheit (${unitNamed(unit)}) sind ihre gezählten Zeilen, höchstens ${count(rows)} (K).`,
  presence: 'ob sie in den Daten ist',
  value: 'welchen von zwei Werten sie hat',
  presenceIs: (share) => `${share} bei der Frage, ob sie in den Daten ist`,
  valueIs: (share) => `${share} bei der Frage, welchen von zwei Werten sie hat`,
  joined: (parts) => parts.join(', und '),
  lead: (unit) =>
    `So oft liegt jemand, der alles andere weiß und bei gleichen Chancen über eine bestimmte Einheit (${unitNamed(unit)}) rät, richtig:`,
};
