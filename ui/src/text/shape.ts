import type * as en from './en';

/** The shape of a language: what the other one must have. */
export type Text = typeof en;
