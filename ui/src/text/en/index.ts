import { alarms } from './alarms';
import { books } from './books';
import { checks } from './checks';
import { contacts } from './contacts';
import { controls } from './controls';
import { datasets } from './datasets';
import { drafting } from './drafting';
import { errors } from './errors';
import { figures } from './figures';
import { findings } from './findings';
import { firstRun } from './firstRun';
import { grant } from './grant';
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
import { phrases } from './phrases';
import { populations } from './populations';
import { rules } from './rules';
import { settings } from './settings';
import { standing } from './standing';
import { status } from './status';
import { verify } from './verify';
import { weigh } from './weigh';
import { work } from './work';

/** English. */
export const en = {
  alarms,
  books,
  checks,
  contacts,
  controls,
  datasets,
  drafting,
  errors,
  figures,
  findings,
  firstRun,
  grant,
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
  phrases,
  populations,
  rules,
  settings,
  standing,
  status,
  verify,
  weigh,
  work,
};

/** The shape of a language: what the other one must have. */
export type Text = typeof en;
