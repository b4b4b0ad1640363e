import { books } from './books';
import { controls } from './controls';
import { datasets } from './datasets';
import { drafting } from './drafting';
import { figures } from './figures';
import { firstRun } from './firstRun';
import { guide } from './guide';
import { holdings } from './holdings';
import { importing } from './importing';
import { inbox } from './inbox';
import { listings } from './listings';
import { market } from './market';
import { nav } from './nav';
import { numbers } from './numbers';
import { offer } from './offer';
import { options } from './options';
import { ordering } from './ordering';
import { orders } from './orders';
import { settings } from './settings';
import { status } from './status';
import { verify } from './verify';
import { weigh } from './weigh';

/** English. */
export const en = {
  books,
  controls,
  datasets,
  drafting,
  figures,
  firstRun,
  guide,
  holdings,
  importing,
  inbox,
  listings,
  market,
  nav,
  numbers,
  offer,
  options,
  ordering,
  orders,
  settings,
  status,
  verify,
  weigh,
};
