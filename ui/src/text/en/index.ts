import { figures } from './figures';
import { nav } from './nav';

/** English. */
export const en = { figures, nav };
