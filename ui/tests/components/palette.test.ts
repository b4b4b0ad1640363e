import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Palette from '../../src/frame/Palette.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { ContactView } from '../../src/platform/types/ContactView';
import type { ListingView } from '../../src/platform/types/ListingView';
import type { HomeView } from '../../src/platform/types/HomeView';
import type { MarketView } from '../../src/platform/types/MarketView';
import type { OrderView } from '../../src/platform/types/OrderView';
import { t } from '../../src/text';
import { eventually, faults, inLanguages, show } from './support.svelte';
import { HOURS } from '../support/questions';

const home = { kid: 'K'.repeat(43), name: 'Clinic', dir: '/clinic' } as HomeView;
const order = {
  id: 'o'.repeat(43),
  title: 'Mean hours',
  seller_name: 'Office',
  buyer_name: 'Clinic',
  contact: null,
  alarm: null,
  from: 0,
  to: 1_000_000,
  status: 'pending',
  reference: 'EH4MHSCDDTZP3',
} as unknown as OrderView;

function homeOpen() {
  const none = Promise.resolve([]);
  vi.spyOn(platform, 'myListings').mockReturnValue(none);
  vi.spyOn(platform, 'market').mockResolvedValue({ offers: [] } as unknown as MarketView);
  vi.spyOn(platform, 'orders').mockResolvedValue([order]);
  vi.spyOn(platform, 'inbox').mockReturnValue(none);
  vi.spyOn(platform, 'answered').mockReturnValue(none);
  vi.spyOn(platform, 'books').mockRejectedValue(new Error('no books'));
  vi.spyOn(platform, 'holdings').mockReturnValue(none);
  vi.spyOn(platform, 'contacts').mockResolvedValue([
    { kid: 'C'.repeat(43), name: 'The Office', note: '', added_at: '' } satisfies ContactView,
  ]);
  shell.home = home;
}

const keys = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>('[role=option]')].map((one) => one.dataset['key']);

describe('the command palette', () => {
  inLanguages('is a combobox that axe finds nothing wrong with', async () => {
    homeOpen();
    const { container, see } = show(Palette, { onclose: vi.fn(), onfail: vi.fn() });
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(see('palette-input')).toHaveFocus();
    expect(await faults(container)).toEqual([]);
    await userEvent.keyboard('EH4M hscd');
    await expect.element(see('palette-option')).toHaveTextContent('Mean hours');
    // The one that Enter would choose is the one that is read aloud.
    const input = see('palette-input').element();
    const option = see('palette-option').element();
    expect(input.getAttribute('aria-activedescendant')).toBe(option.id);
    expect(option.getAttribute('aria-selected')).toBe('true');
    // What could not be read is said, and hides nothing else.
    await expect.element(see('palette-said')).toHaveTextContent(t.palette.partly);
    expect(await faults(container)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(location.hash).toBe('#/orders');
  });

  inLanguages('marks what is not for sale any more, and shows it last', async () => {
    homeOpen();
    const listing = (id: string, status: string) => ({
      id,
      status,
      title: 'Mean hours a week',
      query: '',
      description: '',
      mine: false,
      seller_kid: 'S'.repeat(43),
      seller_name: 'Office',
      contact: null,
      alarm: null,
      query_parts: HOURS,
      missing_as: null,
    });
    const own = [listing('old', 'replaced'), listing('gone', 'withdrawn'), listing('new', 'open')];
    vi.spyOn(platform, 'myListings').mockResolvedValue(own as unknown as ListingView[]);
    const offers = [listing('far-old', 'replaced'), listing('far', 'open')];
    vi.spyOn(platform, 'market').mockResolvedValue({ offers } as unknown as MarketView);
    const { container, see } = show(Palette, { onclose: vi.fn(), onfail: vi.fn() });
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.fill(see('palette-input'), 'hours a week');
    await eventually(() =>
      expect(keys(container)).toEqual([
        'my-listing/new',
        'listing/far',
        'my-listing/old',
        'my-listing/gone',
        'listing/far-old',
      ]),
    );
    const detail = (nth: number) => see('palette-option', nth).element().textContent;
    expect(detail(0)).not.toContain(t.status.open);
    expect(detail(2)).toContain(t.status.replaced);
    expect(detail(3)).toContain(t.status.withdrawn);
    expect(detail(4)).toContain(t.status.replaced);
    expect(await faults(container)).toEqual([]);
  });

  it('goes round by arrows, and back to where it was by Escape', async () => {
    homeOpen();
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    const { container, see } = show(Palette, { onclose: vi.fn(), onfail: vi.fn() });
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(see('palette-input')).toHaveFocus();
    const all = keys(container);
    expect(all).toContain('inbox');
    await userEvent.keyboard('{ArrowUp}');
    const chosen = () => container.querySelector<HTMLElement>('[aria-selected=true]');
    await eventually(() => expect(chosen()?.dataset['key']).toBe(all.at(-1)));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await eventually(() => expect(chosen()?.dataset['key']).toBe(all[1]));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(button);
    button.remove();
  });

  it('finds no page of a home where none is open', async () => {
    const { container, see } = show(Palette, { onclose: vi.fn(), onfail: vi.fn() });
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(see('palette-input')).toHaveFocus();
    expect(keys(container)).toEqual(['first-run', 'verify', 'settings', 'tour']);
    for (const page of [t.nav.inbox, t.nav.market, t.nav.alarms]) {
      await userEvent.fill(see('palette-input'), page);
      expect(keys(container)).toEqual([]);
    }
    await expect.element(see('palette-said')).toHaveTextContent(t.palette.nothing);
  });

  it('closes the home, and finds keys by name and by key', async () => {
    homeOpen();
    const onclose = vi.fn();
    const { component, see } = show(Palette, { onclose, onfail: vi.fn() });
    (component as ReturnType<typeof Palette>).open();
    await expect.element(see('palette-input')).toHaveFocus();
    for (const typed of ['the office', 'CCCC']) {
      await userEvent.fill(see('palette-input'), typed);
      await expect.element(see('palette-option')).toHaveTextContent('The Office');
    }
    await userEvent.fill(see('palette-input'), t.nav.closeHome);
    await userEvent.keyboard('{Enter}');
    expect(onclose).toHaveBeenCalledOnce();
  });
});
