import type { Text } from '../index.svelte';
import { books } from './books';
import { datasets } from './datasets';
import { drafting } from './drafting';
import { firstRun } from './firstRun';
import { importing } from './importing';
import { inbox } from './inbox';
import { listings } from './listings';
import { nav } from './nav';
import { options } from './options';
import { ordering } from './ordering';
import { status } from './status';

/** Deutsch. */
export const de: Text = {
  books,
  datasets,
  drafting,
  firstRun,
  importing,
  inbox,
  listings,
  nav,
  options,
  ordering,
  status,
};
