/** Something that can be found by what it says. */
export type Findable = {
  /** Text that is shown of it. */
  text: string;
  /** Other texts that it is found by: ids, names, references. */
  words: string;
};

/** Without case and accents, so that nobody has to type them. */
const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim();

/**
 * Those in which every typed word is, at most so many; first those that begin with what is typed,
 * then those with a word that does, each in the order given.
 */
export function find<T extends Findable>(all: readonly T[], typed: string, most: number): T[] {
  const wanted = plain(typed);
  const parts = wanted.split(/\s+/).filter((part) => part !== '');
  const rank = (text: string) => {
    if (text.startsWith(wanted)) return 0;
    return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(parts[0] ?? '')) ? 1 : 2;
  };
  return all
    .map((one) => ({ one, text: plain(one.text), whole: plain(`${one.text} ${one.words}`) }))
    .filter(({ whole }) => parts.every((part) => whole.includes(part)))
    .map(({ one, text }, at) => ({ one, rank: rank(text), at }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, most)
    .map(({ one }) => one);
}
