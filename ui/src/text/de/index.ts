import type { Text } from '../index.svelte';
import { controls } from './controls';
import { holdings } from './holdings';
import { market } from './market';
import { nav } from './nav';
import { numbers } from './numbers';
import { offer } from './offer';
import { orders } from './orders';
import { verify } from './verify';

/** Deutsch. */
export const de: Text = {
  controls,
  holdings,
  market,
  nav,
  numbers,
  offer,
  orders,
  verify,
};
