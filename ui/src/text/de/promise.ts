import type { Text } from '../shape';

/** Loss and cap of a population as (ε, δ). */
export const promise: Text['promise'] = {
  title: 'Zusage',
  intro:
    'Die Grenze als (ε, δ), etwa für Ihre Datenschutzbeauftragte. Alle Zahlen sind vorsichtig gerundet. Hier wird nichts signiert.',
  of: 'Schutz',
  now: 'Bisher',
  cap: 'An der Grenze',
  at: 'Wie gefragt',
  loss: 'Verlust ε; ρ',
  pure: 'ε ohne δ',
  none: 'keines',
  epsilonAt: (delta: string) => `ε bei δ = ${delta}`,
  guess: 'Richtig geraten, höchstens',
  persons: 'Gemeinsam geschützte Personen',
  personsHint: 'Leer: eine.',
  delta: 'Ein weiteres δ',
  deltaHint: 'Zum Beispiel 1e-4.',
  atEpsilon: 'Ein anderer Verlust, ε',
  atHint: 'Er steht neben der Grenze.',
  atRho: 'Ein anderer Verlust, ρ',
  wishEpsilon: 'Gewünschtes ε',
  wishHint: 'Findet die Grenze für ρ dazu.',
  wishDelta: 'Gewünschtes δ',
  wishDeltaHint: 'Leer: 1e-6.',
  wishHolds: (epsilon: string, delta: string, rho: string) =>
    `${epsilon} bei δ = ${delta} gilt mit einer Grenze von ρ\u00a0${rho}.`,
  wishFails: (epsilon: string, delta: string) =>
    `${epsilon} bei δ = ${delta} gilt nicht: Schon die Grenze für ε lässt mehr zu.`,
};
