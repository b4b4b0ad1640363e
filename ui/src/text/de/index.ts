import type { Text } from '../index.svelte';
import { figures } from './figures';
import { nav } from './nav';

/** Deutsch. */
export const de: Text = { figures, nav };
