import { auditRoute, type AuditRoute } from './features/audit/route';
import { buyRoute, type BuyRoute } from './features/buy/route';
import { sellRoute, type SellRoute } from './features/sell/route';
import { settingsRoute, type SettingsRoute } from './features/settings/route';
import { parse, written } from './lib/address';

/** A screen, by its name. */
export type Route = SellRoute | BuyRoute | AuditRoute | SettingsRoute;

/** A screen, with the feature that has it. */
export type Place =
  | { feature: 'sell'; route: SellRoute }
  | { feature: 'buy'; route: BuyRoute }
  | { feature: 'audit'; route: AuditRoute }
  | { feature: 'settings'; route: SettingsRoute };

/** The place that an address names; where it names none, the first one. */
export function placeOf(hash: string): Place {
  const address = parse(hash);
  const sell = sellRoute(address);
  if (sell) return { feature: 'sell', route: sell };
  const buy = buyRoute(address);
  if (buy) return { feature: 'buy', route: buy };
  const audit = auditRoute(address);
  if (audit) return { feature: 'audit', route: audit };
  const settings = settingsRoute(address);
  if (settings) return { feature: 'settings', route: settings };
  return { feature: 'sell', route: { name: 'datasets' } };
}

/** Whether the place needs no home. */
export function needsNoHome({ route: { name } }: Place): boolean {
  return name === 'verify' || name === 'settings';
}

/** The address of a screen. */
export function to(route: Route): string {
  if ('of' in route) return written(route.name, route.of);
  if ('dataset' in route && route.dataset !== undefined) {
    return written(route.name, undefined, { dataset: route.dataset });
  }
  return written(route.name);
}

/** Goes there: it is shown with whatever else changes in the same moment. */
export function go(route: Route): void {
  location.hash = to(route);
  shown.follow();
}

class Shown {
  /** The place shown. */
  place = $state.raw<Place>(placeOf(location.hash));

  #hash = location.hash;

  constructor() {
    addEventListener('hashchange', () => this.follow());
  }

  /** Shows the place that the address names now. */
  follow(): void {
    // Of two changes at once both are told when the second is there already.
    if (location.hash === this.#hash) return;
    this.#hash = location.hash;
    this.place = placeOf(location.hash);
  }
}

export const shown = new Shown();
