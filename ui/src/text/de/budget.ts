import type { Text } from '../shape';

export const budget: Text['budget'] = {
  title: 'Budgetplaner',
  intro:
    'Von jedem Angebot zählt das höchste verkaufte ε gegen die Grenze. Probieren Sie hier andere Obergrenzen und Preise aus. Dabei wird nichts signiert.',
  figure: {
    title: (population) => `Budget von ${population}`,
    carried: 'Mitgebrachter Verlust',
    ended: 'Nicht mehr im Angebot',
    before: (level) => `${level}, für immer gezählt`,
    sold: (level) => `${level} verkauft`,
    more: (level) => `${level} noch verkäuflich`,
    free: (level) => `${level} der Grenze, die kein Angebot verkaufen kann`,
    mayBe: 'noch verkäuflich',
    over: 'über der Grenze',
  },
  now: (loss, cap, left) =>
    `Bisher verkauft: ${loss} von ${cap}. Die Grenze lässt noch ${left} zu.`,
  fits: (all) =>
    `Würde jedes Angebot bis zu seiner Obergrenze verkauft, wären es ${all}: Alles passt unter die Grenze.`,
  over: (all, over) =>
    `Würde jedes Angebot bis zu seiner Obergrenze verkauft, wären es ${all}, und davon lassen sich ${over} nie verkaufen. Frühere Bestellungen werden verkauft, spätere abgelehnt.`,
  guessNow: (now) => `Wer über eine Einheit rät, liegt jetzt ${now}.`,
  guessThen: (then) => `Ist alles verkauft, was passt, liegt er ${then}.`,
  income: (money) => `Ein Käufer von allem bis zu diesen Obergrenzen zahlt ${money}.`,
  try: 'Obergrenzen und Preise zum Ausprobieren',
  listing: 'Angebot',
  sold: 'Verkauft, ε',
  ceiling: 'Obergrenze zur Probe, ε',
  reach: 'Erreichbar, ε',
  reachHint: (cap) =>
    `„Erreichbar“: das höchste ε, bis zu dem sich dieses Angebot allein unter der Grenze von ${cap} noch verkaufen lässt, wenn die anderen nicht weiter verkauft werden. Darunter steht der Preis, den ein Käufer für alles bis dorthin zahlt. Ein Angebot ändern Sie auf seiner Seite mit „Berichtigen …“, seinen Preis allein mit „Preis ändern …“.`,
  stated: (words) => `Käufer sehen: ${words}`,
  price: 'Ein Käufer zahlt für alles',
  ends: 'Zurückgezogen',
  ceilingOf: (title) => `Obergrenze zur Probe für „${title}“, ε`,
  priceOf: (title) => `Preis von allem bis zur Obergrenze von „${title}“`,
  endsOf: (title) => `Als wäre „${title}“ zurückgezogen`,
  titleOf: (n) => `Titel des neuen Angebots ${n}`,
  newOne: (n) => `Neues Angebot ${n}`,
  add: 'Ein neues Angebot ausprobieren',
  reset: 'Zurück zu den signierten Werten',
  withThis: 'Budget mit diesem Angebot',
  thisOne: 'Dieses Angebot',
  soldOf: (sold, ceiling) => `${sold} verkauft von höchstens ${ceiling}`,
};
