import type { Text } from '../index.svelte';
import { nav } from './nav';
import { numbers } from './numbers';

/** Deutsch. */
export const de: Text = {
  nav,
  numbers,
};
