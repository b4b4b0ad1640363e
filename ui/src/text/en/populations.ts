import { count } from '../digits';

const named = (unit: string) => (unit === '' ? 'unit' : unit);

/** Populations: the units of several datasets and own numbers, with one cap. */
export const populations = {
  title: 'Populations',
  sub: 'Whose privacy it is. Loss and cap belong to a population, over all its datasets and own numbers.',
  create: 'New population',
  none: 'No population yet.',
  noneHint: 'When you import a table, you say whose data it is and create one.',
  population: 'Population',
  unitHead: 'One unit',
  lossHead: 'Loss against the cap',
  datasets: 'Datasets',
  questions: 'Questions',
  openings: 'Openings',
  lossOf: (name: string) => `Loss of ${name}`,
  mergedInto: (name: string) => `merged into ${name}`,
  countedThere: 'counted there',
  countedIn: 'What was lost of it is counted in',
  tookOver: 'Another population was merged into this one. Its datasets and its loss count here:',
  mergedWords: 'It was merged into another population, which has its datasets and its loss:',
  noSuch: 'There is no population of that name in this home.',
  here: (names: string[]) => `Populations of this home: ${names.join(', ')}.`,
  noTable: 'no table here',
  withoutTable: 'some numbers without a table here',

  form: {
    intro: 'Own numbers and tables of the same people join it. They cannot leave it.',
    newPeople: 'None of these people is in one of these populations.',
    joinInstead: 'If some of them are, import their tables into that population instead.',
    stateNewPeople: 'None of these people may be in one of these populations: state it.',
    name: 'Name of the population',
    unitName: 'What one of them is called',
    unitNameHint: 'One of them, such as farm, school or vehicle. Listings state it.',
    cap: 'Your own cap, ε',
    carried: 'Loss that it brings from elsewhere, ε',
    carriedHint:
      'For what was published about these people before, by any means; or the file of losses of a home that was given up. Listings state it. Empty: none.',
    adjacency: 'Is it known anyway who is in the data?',
    addRemove: 'No: that somebody is in it at all must stay hidden.',
    replace: 'Yes, as with all pupils of one school: only what they answered must stay hidden.',
    button: 'Create it',
  },

  units: {
    legend: 'Whose answers are these?',
    person: 'Those of single persons',
    household: 'Those of households: people who live together answered together',
    company: 'Those of companies',
    other: 'Those of others',
    wholeHidden: (unit: string) =>
      `What is protected: one ${named(unit)}, with all that these tables hold about them. From what is sold, nobody can tell whether they are in the tables at all.`,
    valuesHidden: (unit: string) =>
      `What is protected: the answers of one ${named(unit)}. From what is sold, nobody can tell which answers they gave; that they are in the tables, and how many there are, is public.`,
  },
  caps: {
    legend: 'How much may ever be sold of them? This is the cap',
    hint: (unit: string) =>
      `Everything that is sold adds up, and never passes the cap. Before the first sale, a guess about one ${named(unit)} is right half of the time. Beside each cap you see how often someone who knows everything else can be right once all of it is sold. The cap can be lowered at any time; raising it breaks a promise, and takes a reason that every auditor reads.`,
    own: 'Another cap',
  },

  rho: {
    more: 'More',
    cap: 'Cap on ρ',
    newCap: 'New cap on ρ',
    carried: 'Loss of ρ that it brings from elsewhere',
    hint: 'For questions with Gaussian-like noise. ε and ρ are limits of their own. Empty: 0.',
  },

  lossSoFar: 'Loss so far',
  lossHint:
    'The loss from elsewhere, plus the highest ε sold of each question. All buyers of one question together count once. What was sold stays, also when the dataset is removed.',
  guessNow: (level: string) => `After ${level}:`,
  guessAtCap: (level: string) => `At the cap of ${level}:`,
  facts: 'What it is',
  unit: 'one unit',
  neighbours: 'neighbours',
  cap: 'cap',
  carried: 'loss from elsewhere',
  carriedNone: 'none',
  questionsAsked: 'questions that were ever listed',
  openingsGranted: 'openings granted',
  openingsMean:
    'Each opening gave the exact numbers of one question to an auditor. No ε describes that.',
  made: 'made',
  id: 'name in documents',
  itsDatasets: 'Its datasets',
  noDatasets: 'None. Own numbers can belong to it all the same.',
  wentOver: 'They belong to the other population now.',
  itsListings: 'Its listings',
  entries: 'Entries of the ledger',
  noEntries: 'None yet. New populations, caps and merges are entries that auditors see.',
  what: 'What',
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
    lookFirst: 'What it does is shown here now. Read it, then confirm.',
    guessNow: (now: string) => `When the present cap is used up, a guess about one unit is ${now}.`,
    guessThen: (then: string) => `When the new cap is used up, it is ${then}.`,
    breaks: 'Raising it breaks a promise',
    promised: (cap: string) =>
      `Your listings, receipts and audits have promised that at most ${cap} is sold. Whoever gave answers, or allowed their sale, because of that is protected less than promised.`,
    forGood:
      'What is sold above the present cap stays sold, even if you lower the cap again. The change and its reason stay in the ledger.',
    newVersions: (n: number) =>
      `${n === 1 ? 'One open listing gets a new version that states' : `${count(n)} open listings get new versions that state`} the new cap. Orders that wait for you now have to be placed again by their buyers.`,
    reason: 'Why it is raised',
    reasonHint: 'Every auditor reads it.',
    keeps: 'Lowering it breaks nothing',
    sold: 'What was sold stays sold, and your listings stay open.',
    short: (n: number) =>
      `${n === 1 ? 'One open listing' : `${count(n)} open listings`} can no longer be sold up to the ceiling.`,
    reached: (loss: string) =>
      `The loss is already ${loss}, so nothing more is sold that adds to it.`,
    exceeded: (loss: string) =>
      `The loss is already ${loss}, so nothing is sold until you raise the cap.`,
    raise: 'Raise the cap',
    lower: 'Lower the cap',
    action: 'Sign the change',
    keep: 'Keep the cap',
  },
  merge: {
    button: 'Merge…',
    title: (name: string) => `Merge “${name}” into another population`,
    intro:
      'For two populations that turned out to be of the same units. The other population takes over the datasets, and its loss grows by the whole loss of this one. Withdraw all listings of both first; a question that is listed again counts once more. The cap of the other population holds. This cannot be undone.',
    into: 'Into',
    sum: (into: string, before: string, brought: string, after: string) =>
      `The loss of “${into}” grows from ${before} by ${brought} to ${after}.`,
    guessBefore: (before: string) => `Now a guess about one of its units is ${before}.`,
    guessAfter: (after: string) => `Afterwards it is ${after}.`,
    cap: (cap: string, into: string) => `The cap for all of it is that of “${into}”, ${cap}.`,
    reached: 'Nothing more is sold that adds to the loss, until you raise the cap.',
    exceeded: 'The loss is then above the cap, so nothing is sold until you raise the cap.',
    withdraw: (titles: string[]) =>
      `Withdraw before: ${titles.map((title) => `“${title}”`).join(', ')}.`,
    datasets: (number: string, n: number) =>
      n === 1 ? 'One dataset goes over.' : `${number} datasets go over.`,
    sure: 'They are the same units. I know that this cannot be undone.',
    action: 'Merge them',
    keep: 'Keep them apart',
    alone: 'There is no other population that it could be merged into.',
    needsOther: 'Choose the population that it goes into.',
    needsSure: 'Confirm that they are the same units.',
  },
};
