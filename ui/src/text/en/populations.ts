import { count } from '../digits';

const named = (unit: string) => (unit === '' ? 'unit' : unit);

/** Populations: the units of several datasets and own numbers, with one cap. */
export const populations = {
  title: 'Populations',
  sub: 'The people or other units whose privacy one cap protects, over all datasets and own numbers.',
  create: 'New population',
  none: 'No population yet.',
  noneHint: 'You create one when you import a table.',
  population: 'Population',
  unitHead: 'One unit',
  lossHead: 'Loss against the cap',
  datasets: 'Datasets',
  questions: 'Questions',
  openings: 'Openings',
  lossOf: (name: string) => `Loss of ${name}`,
  mergedInto: (name: string) => `merged into ${name}`,
  countedThere: 'counted there',
  countedIn: 'Its loss is counted in',
  tookOver: 'Another population was merged into this one. Its datasets and its loss count here:',
  mergedWords: 'It was merged into another population, which has its datasets and its loss:',
  noSuch: 'There is no population of that name in this home.',
  here: (names: string[]) => `Populations of this home: ${names.join(', ')}.`,
  noTable: 'no table here',
  withoutTable: 'some numbers without a table here',

  form: {
    intro: 'Own numbers and tables of the same people join it and cannot leave it.',
    newPeople: 'None of these people is in one of these populations.',
    joinInstead:
      'If some of these people are in one of these populations, import their tables into that population instead.',
    stateNewPeople: 'None of these people may be in one of these populations. Confirm it.',
    name: 'Name of the population',
    unitName: 'Name of one unit',
    unitNameHint: 'Such as farm, school or vehicle. Listings state it.',
    cap: 'Your own cap, ε',
    carried: 'Privacy loss from earlier releases, ε',
    carriedHint:
      'For earlier publications about these people by any means, or the file of losses of a home that was given up. Listings state it. Empty: none.',
    adjacency: 'What must stay hidden?',
    addRemove: 'Whether someone is in the data.',
    replace: 'Only the answers. It is known who is in the data, as with all pupils of one school.',
    button: 'Create the population',
  },

  units: {
    legend: 'Whose answers are these?',
    person: 'Of single persons',
    household: 'Of households: people who live together answered together',
    company: 'Of companies',
    other: 'Of other units',
    wholeHidden: (unit: string) =>
      `Protected: one ${named(unit)} with all its rows in these tables. The answers sold do not reveal whether this ${named(unit)} is in the tables.`,
    valuesHidden: (unit: string) =>
      `Protected: the answers of one ${named(unit)}. The answers sold do not reveal them. It is public who is in the tables, and how many there are.`,
  },
  caps: {
    legend: 'How much may ever be sold about them? This is the cap',
    hint: (unit: string) =>
      `All sales add up and never pass the cap. Before the first sale, a guess about one ${named(unit)} is right half of the time. Beside each cap you see how often someone who knows everything else can be right once all of it is sold. The cap can be lowered at any time; raising it breaks a promise and needs a reason that every auditor reads.`,
    own: 'Another cap',
  },

  rho: {
    more: 'More',
    cap: 'Cap on ρ',
    newCap: 'New cap on ρ',
    carried: 'Loss of ρ from earlier releases',
    hint: 'For questions with Gaussian-like noise. ε and ρ are separate limits. Empty: 0.',
  },

  lossSoFar: 'Loss so far',
  lossHint:
    'The loss from earlier releases, plus the highest ε sold of each question. All buyers of one question together count once. The loss stays when a dataset is removed.',
  guessNow: (level: string) => `After ${level}:`,
  guessAtCap: (level: string) => `At the cap of ${level}:`,
  facts: 'Facts',
  unit: 'one unit',
  neighbours: 'neighbours',
  cap: 'cap',
  carried: 'privacy loss from earlier releases',
  carriedNone: 'none',
  questionsAsked: 'questions ever listed',
  openingsGranted: 'openings granted',
  openingsMean:
    'Each opening revealed the exact numbers of one question to an auditor. No ε describes that.',
  made: 'made',
  id: 'name in documents',
  itsDatasets: 'Its datasets',
  noDatasets: 'None. Own numbers can still belong to it.',
  wentOver: 'They belong to the other population now.',
  itsListings: 'Its listings',
  entries: 'Entries of the ledger',
  noEntries: 'None yet. New populations, caps and merges are entries that auditors see.',
  what: 'Change',
  whats: {
    first: 'First entry',
    raised: 'Cap raised',
    lowered: 'Cap lowered',
    mergedInto: (name: string, loss: string) => `Merged into “${name}” with a loss of ${loss}`,
    takesOver: (name: string, loss: string) => `Takes over “${name}” with a loss of ${loss}`,
    assumed: (n: number) =>
      `${n === 1 ? 'One question counts' : `${count(n)} questions count`} at an assumed level`,
  },
  entry: 'Entry',
  when: 'Signed',
  change: 'Cap',
  reason: 'Reason',
  noReason: 'none given',

  capNow: (cap: string) => `Now ${cap}.`,
  capChange: {
    button: 'Change the cap…',
    title: (name: string) => `Change the cap of “${name}”`,
    intro:
      'It can be lowered at any time. The change is signed into your ledger, where every auditor sees it.',
    cap: 'New cap, ε',
    lookFirst: 'Its effects are shown here now. Read them, then confirm.',
    guessNow: (now: string) => `When the present cap is used up, a guess about one unit is ${now}.`,
    guessThen: (then: string) => `When the new cap is used up, it is ${then}.`,
    breaks: 'Raising it breaks a promise',
    promised: (cap: string) =>
      `Your listings, receipts and audits have promised that at most ${cap} is sold. People who gave answers or allowed their sale for this reason are protected less than promised.`,
    forGood:
      'Sales above the present cap stay valid, even if you lower the cap again. The change and its reason stay in the ledger.',
    newVersions: (n: number) =>
      `${n === 1 ? 'One open listing gets a new version that states' : `${count(n)} open listings get new versions that state`} the new cap. Buyers must place their pending orders again.`,
    reason: 'Why it is raised',
    reasonHint: 'Every auditor reads it.',
    keeps: 'Lowering it keeps the promise',
    sold: 'Earlier sales stay valid, and your listings stay open.',
    short: (n: number) =>
      `${n === 1 ? 'One open listing' : `${count(n)} open listings`} can no longer be sold up to the ceiling.`,
    reached: (loss: string) => `The loss is already ${loss}, so sales that add to it are refused.`,
    exceeded: (loss: string) =>
      `The loss is already ${loss}, so all sales are refused until you raise the cap.`,
    raise: 'Raise the cap',
    lower: 'Lower the cap',
    action: 'Sign the change',
    keep: 'Keep the cap',
  },
  merge: {
    button: 'Merge…',
    title: (name: string) => `Merge “${name}” into another population`,
    intro:
      'For two populations of the same units. The other population takes over the datasets, and its loss grows by the whole loss of this one. Withdraw all listings of both first. A question that is listed again counts once more. The cap of the other population applies. This cannot be undone.',
    into: 'Into',
    sum: (into: string, before: string, brought: string, after: string) =>
      `The loss of “${into}” grows from ${before} by ${brought} to ${after}.`,
    guessBefore: (before: string) => `Now a guess about one of its units is ${before}.`,
    guessAfter: (after: string) => `Afterwards it is ${after}.`,
    cap: (cap: string, into: string) => `The cap for all of it is that of “${into}”, ${cap}.`,
    reached: 'Sales that add to the loss are refused until you raise the cap.',
    exceeded: 'The loss is then above the cap, so all sales are refused until you raise the cap.',
    withdraw: (titles: string[]) =>
      `Withdraw first: ${titles.map((title) => `“${title}”`).join(', ')}.`,
    datasets: (number: string, n: number) =>
      n === 1 ? 'One dataset goes over.' : `${number} datasets go over.`,
    sure: 'They are the same units. I know that this cannot be undone.',
    action: 'Merge them',
    keep: 'Keep them apart',
    alone: 'There is no other population to merge it into.',
    needsOther: 'Choose the other population.',
    needsSure: 'Confirm that they are the same units.',
  },
};
