import type { Text } from '../index.svelte';
import { nav } from './nav';

/** Deutsch. */
export const de: Text = { nav };
