import { nav } from './nav';

/** English. */
export const en = { nav };
