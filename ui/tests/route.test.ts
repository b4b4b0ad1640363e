import { describe, expect, it, vi } from 'vitest';

vi.hoisted(() => {
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => undefined);
});

import { go, needsNoHome, placeOf, shown, to, type Place } from '../src/route.svelte';

const PLACES: Place[] = [
  { feature: 'sell', route: { name: 'datasets' } },
  { feature: 'sell', route: { name: 'dataset', of: 'two words/and ü' } },
  { feature: 'sell', route: { name: 'new-listing' } },
  { feature: 'sell', route: { name: 'new-listing', dataset: 'a&b=c' } },
  { feature: 'sell', route: { name: 'list-columns', dataset: 'a&b=c' } },
  { feature: 'sell', route: { name: 'codebooks' } },
  { feature: 'buy', route: { name: 'market' } },
  { feature: 'buy', route: { name: 'holding', of: 'f'.repeat(64) } },
  { feature: 'audit', route: { name: 'verify' } },
  { feature: 'settings', route: { name: 'settings' } },
];

describe('an address', () => {
  it.each(PLACES)('leads back to its place: %j', (place) => {
    expect(placeOf(to(place.route))).toEqual(place);
  });

  it('that names nothing leads to the first screen', () => {
    const first = { feature: 'sell', route: { name: 'datasets' } };
    for (const hash of ['', '#/', '#/elsewhere', '#/dataset', '#/listing/', '#/dataset/%E0%A4%A']) {
      expect(placeOf(hash)).toEqual(first);
    }
  });

  it('is shown in the moment in which somebody goes there', () => {
    for (const place of PLACES) {
      go(place.route);
      expect(shown.place).toEqual(place);
    }
  });

  it('needs a home unless it is of the app itself or of an audit', () => {
    expect(PLACES.filter(needsNoHome).map(({ route }) => route.name)).toEqual([
      'verify',
      'settings',
    ]);
  });
});
