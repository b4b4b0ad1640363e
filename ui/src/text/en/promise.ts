/** Loss and cap of a population as (ε, δ). */
export const promise = {
  title: 'Promise',
  intro:
    'The cap as (ε, δ), for a data protection officer. All numbers are rounded conservatively. This signs nothing.',
  of: 'Privacy',
  now: 'So far',
  cap: 'At the cap',
  at: 'As asked',
  loss: 'Loss ε; ρ',
  pure: 'ε without δ',
  none: 'none',
  epsilonAt: (delta: string) => `ε at δ = ${delta}`,
  guess: 'Right guesses, at most',
  persons: 'People protected together',
  personsHint: 'Empty: one.',
  delta: 'Another δ',
  deltaHint: 'For example 1e-4.',
  atEpsilon: 'Another loss, ε',
  atHint: 'It is shown beside the cap.',
  atRho: 'Another loss, ρ',
  wishEpsilon: 'Wished ε',
  wishHint: 'Finds the cap on ρ for it.',
  wishDelta: 'Wished δ',
  wishDeltaHint: 'Empty: 1e-6.',
  wishHolds: (epsilon: string, delta: string, rho: string) =>
    `${epsilon} at δ = ${delta} holds with a cap of ρ\u00a0${rho}.`,
  wishFails: (epsilon: string, delta: string) =>
    `${epsilon} at δ = ${delta} does not hold: the cap on ε alone allows more.`,
};
