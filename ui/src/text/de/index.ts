import type { Text } from '../index.svelte';
import { controls } from './controls';
import { market } from './market';
import { nav } from './nav';
import { numbers } from './numbers';
import { offer } from './offer';

/** Deutsch. */
export const de: Text = {
  controls,
  market,
  nav,
  numbers,
  offer,
};
