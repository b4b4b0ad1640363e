import { controls } from './controls';
import { nav } from './nav';
import { numbers } from './numbers';

/** English. */
export const en = {
  controls,
  nav,
  numbers,
};
