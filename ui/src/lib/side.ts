// The sides of an audit's comparisons in the words of the window.

import type { AuditSide } from '../platform/types/AuditSide';
import type { SideValue } from '../platform/types/SideValue';
import { t } from '../text';
import { count, epsText, lossText, marked, money } from './format';

/** The number by which people know an entry: they count from 1, the log from 0. */
export const numberOf = (index: number): number => index + 1;

/**
 * A file by the name that the report gives it: a listing that was published beside a log is named
 * after the log.
 */
export function fileText(name: string): string {
  const log = /^(.+) \(a listing of its owner\)$/.exec(name)?.[1];
  return log === undefined ? name : t.verify.report.listingBeside(log);
}

function valueWords(one: SideValue): string {
  switch (one.kind) {
    case 'text':
      return one.value;
    case 'file':
      return fileText(one.value);
    case 'level':
      return epsText(one.value);
    case 'loss':
      return lossText(one.value.micro_epsilon, one.value.nano_rho);
    case 'count':
      return count(one.value);
    case 'entry':
      return count(numberOf(one.value));
    case 'entries':
    case 'rows':
    case 'labels':
    case 'values':
    case 'increments':
    case 'hashes':
      return t.sides[one.kind](one.value);
    case 'money':
      return one.value.map(money).join(', ');
    case 'unit':
      return t.phrases.unitName(one.value);
    case 'adjacency':
      return one.value === 'replace' ? t.datasets.replaced : t.datasets.addedOrRemoved;
    case 'thousandths':
      return marked((one.value / 1000).toFixed(3));
  }
}

/** A side of a comparison. */
export function sideWords(side: AuditSide): string {
  const values = side.with.map(valueWords);
  return t.sides.phrases[side.says].replaceAll(
    /\{(\d)\}/g,
    (_, place: string) => values[Number(place)] ?? '',
  );
}

/** A hash, a root or an id in a side, which can be compared elsewhere: the last one. */
export function hashIn(side: AuditSide): string | undefined {
  const texts = side.with.flatMap((one) => (one.kind === 'text' ? [one.value] : []));
  return texts.findLast((text) => /^\S{24,}$/.test(text));
}
