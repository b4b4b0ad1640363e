import type { Text } from '../index.svelte';
import { controls } from './controls';
import { nav } from './nav';
import { numbers } from './numbers';

/** Deutsch. */
export const de: Text = {
  controls,
  nav,
  numbers,
};
