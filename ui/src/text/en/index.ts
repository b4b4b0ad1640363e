import { nav } from './nav';
import { numbers } from './numbers';

/** English. */
export const en = {
  nav,
  numbers,
};
