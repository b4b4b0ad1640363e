// What is typed on a page and not sent is there again, also after another seat was taken.

import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Listing from '../../src/features/buy/Listing.svelte';
import Inbox from '../../src/features/sell/Inbox.svelte';
import { leave } from '../../src/lib/leave';
import { shell } from '../../src/lib/shell.svelte';
import { platform } from '../../src/platform';
import type { HomeView } from '../../src/platform/types/HomeView';
import type { Quote } from '../../src/platform/types/Quote';
import { listing } from './listings';
import { euros, item, order } from './orders';
import { eventually, show } from './support.svelte';

const seat = (name: string) => (shell.home = { dir: `/homes/${name}` } as HomeView);

beforeEach(() => {
  seat('clinic');
  for (const list of ['answered', 'rules', 'orders'] as const)
    vi.spyOn(platform, list).mockResolvedValue([]);
  vi.spyOn(platform, 'leftOut').mockResolvedValue({ orders: 0, orders_left: 0 } as never);
});
it('a reason to decline, until it is sent', async () => {
  const [one, other] = [order(), order({ id: 'Z'.repeat(43), buyer_name: 'Ann' })];
  vi.spyOn(platform, 'inbox').mockResolvedValue([item(one), item(other)]);
  const decline = vi.spyOn(platform, 'decline').mockResolvedValue(one);
  const inbox = async (nth = 0) => {
    const shown = show(Inbox, {}, 1000);
    await userEvent.click(shown.see('inbox-review', nth));
    await expect.element(shown.see('decline-reason')).toBeVisible();
    return shown;
  };
  const first = await inbox();
  await userEvent.fill(first.see('decline-reason'), 'Not for insurers.');
  await first.close();
  const second = await inbox();
  expect(second.value('decline-reason')).toBe('Not for insurers.');
  await second.close();
  expect((await inbox(1)).value('decline-reason')).toBe('');

  leave();
  seat('insurer');
  expect((await inbox()).value('decline-reason')).toBe('');
  leave();
  seat('clinic');
  const back = await inbox();
  expect(back.value('decline-reason')).toBe('Not for insurers.');
  await userEvent.click(back.see('decline'));
  await eventually(() => expect(decline).toHaveBeenCalledWith(one.id, 'Not for insurers.'));
  await back.close();
  expect((await inbox()).value('decline-reason')).toBe('');
});

it('the level that is weighed out, until it is ordered', async () => {
  const offered = listing({ tariff: [{ level: 4_000_000, minor: 4_000 }] });
  vi.spyOn(platform, 'listing').mockResolvedValue(offered);
  vi.spyOn(platform, 'listingCurves').mockReturnValue(new Promise(() => {}));
  vi.spyOn(platform, 'quote').mockImplementation((_, to) =>
    Promise.resolve({
      ...{ listing: offered.id, title: '', from: 0, now: [], then: [] },
      ...{ to: Number(to) * 1e6, price: euros(1), price_in_all: euros(1) },
      ...{ ceiling: offered.ceiling, available: null },
    } satisfies Quote),
  );
  vi.spyOn(platform, 'order').mockResolvedValue(order({ listing: offered.id }));
  const page = async (level: string) => {
    const shown = show(Listing, { id: offered.id }, 1000);
    await expect.element(shown.see('epsilon-input')).toHaveValue(level);
    return shown;
  };
  const first = await page('1');
  await userEvent.fill(first.see('epsilon-input'), '2½');
  await first.close();
  await (await page('2½')).close();
  leave();
  seat('insurer');
  await (await page('1')).close();
  leave();
  seat('clinic');
  const back = await page('2½');
  await userEvent.click(back.see('place-order'));
  await eventually(() => expect(platform.order).toHaveBeenCalledWith(offered.id, '2.5', false));
  await back.close();
  await page('1');
});
