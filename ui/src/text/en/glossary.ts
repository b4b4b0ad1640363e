/** Words of the field, each with what it means: shown wherever the word is pointed at. */
export const glossary = {
  epsilon: {
    term: 'ε',
    means:
      'is the privacy loss of differential privacy. A higher ε gives a more exact answer, and lets others know more about each person: someone who knows everything else and guesses from even odds is right at most e^ε/(1+e^ε) of the time about whether one given person is in the data, and at most e^2ε/(1+e^2ε) about which of two values that person has. If only the values are protected (replacement), the first bound is the one for a value. ε 1 is a pound here.',
  },
  ceiling: {
    term: 'Ceiling',
    means:
      'The highest level of this question that is ever sold, to all buyers together. It is stated before the first sale.',
  },
  cap: {
    term: 'Cap',
    means:
      'The highest privacy loss that a population may ever reach: the sum of the highest levels sold of all its questions.',
  },
  latticeStep: {
    term: 'Lattice step',
    means:
      'The answer and its noise are whole multiples of this step. It is stated beforehand and does not depend on the data.',
  },
  adjacency: {
    term: 'Adjacency',
    means:
      'Two tables are neighbours if they differ in one unit: it is missing from one of them, or its values are replaced. The noise hides which of the two neighbours is the data.',
  },
};
