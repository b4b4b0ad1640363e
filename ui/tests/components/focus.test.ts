import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Verify from '../../src/features/audit/Verify.svelte';
import OrderCard from '../../src/features/buy/OrderCard.svelte';
import { Ordering } from '../../src/features/buy/ordering.svelte';
import Orders from '../../src/features/buy/Orders.svelte';
import DatasetSeal from '../../src/features/sell/DatasetSeal.svelte';
import InboxReview from '../../src/features/sell/InboxReview.svelte';
import Rules from '../../src/features/sell/Rules.svelte';
import StatementImport from '../../src/features/sell/StatementImport.svelte';
import CreateHome from '../../src/features/settings/CreateHome.svelte';
import { followFocus, lend } from '../../src/lib/focus';
import { shell } from '../../src/lib/shell.svelte';
import { Work } from '../../src/lib/work.svelte';
import Working from '../../src/parts/Working.svelte';
import { platform } from '../../src/platform';
import type { Collected } from '../../src/platform/types/Collected';
import type { HomeView } from '../../src/platform/types/HomeView';
import type { ListingView } from '../../src/platform/types/ListingView';
import type { Quote } from '../../src/platform/types/Quote';
import type { PopulationView } from '../../src/platform/types/PopulationView';
import type { RuleView } from '../../src/platform/types/RuleView';
import type { SealPreview } from '../../src/platform/types/SealPreview';
import type { SessionView } from '../../src/platform/types/SessionView';
import type { StatementImported } from '../../src/platform/types/StatementImported';
import type { StatementLook } from '../../src/platform/types/StatementLook';
import { t } from '../../src/text';
import { euros, item, order } from './orders';
import { live, show } from './support.svelte';

/** An answer of the host that comes when the test says so. */
function later<T>() {
  let answer: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (answer = resolve));
  return { promise, answer: (value: T) => answer(value) };
}

let letGo = () => {};
beforeEach(() => (letGo = followFocus()));
afterEach(() => letGo());

describe('a button that is busy', () => {
  it('keeps the focus, does nothing meanwhile, and is pressed again afterwards', async () => {
    vi.spyOn(platform, 'orders').mockResolvedValue([]);
    const collected = later<Collected>();
    const collect = vi.spyOn(platform, 'collect').mockReturnValue(collected.promise);
    const { see, focus } = show(Orders, {}, 700);
    focus('collect');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('collect')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(see('collect')).toHaveFocus();
    await userEvent.keyboard('{Enter} ');
    expect(collect).toHaveBeenCalledOnce();
    collected.answer({
      releases: [],
      declined: [],
      rejected: [],
      newer: 0,
      alarms: [],
      unchecked: [],
      skipped: 0,
    });
    await expect.element(see('collected')).toBeVisible();
    await expect.element(see('collect')).not.toHaveAttribute('aria-disabled');
    await expect.element(see('collect')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(collect).toHaveBeenCalledTimes(2);
  });

  it('sends no form by Enter in a field', async () => {
    const create = vi.spyOn(platform, 'createHome').mockReturnValue(new Promise(() => {}));
    const { see } = show(CreateHome, {
      session: {
        home_at_start: '/homes/mine',
        suggested_dir: '/homes/mine',
        market_suggestion: '',
        shortest_passphrase: 12,
        recent: [],
      } as unknown as SessionView,
      door: 'buy' as const,
      onmade: () => {},
    });
    await userEvent.fill(see('new-home-name'), 'Clinic');
    await userEvent.fill(see('new-home-passphrase'), 'three unrelated words');
    await userEvent.fill(see('new-home-passphrase-again'), 'three unrelated words');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('create-home')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}{Enter}');
    expect(create).toHaveBeenCalledOnce();
  });

  it('keeps it while files are checked', async () => {
    vi.spyOn(platform, 'auditFiles').mockReturnValue(new Promise(() => {}));
    const { see, focus } = show(Verify, {}, 700);
    await userEvent.fill(see('audit-file'), '/a.ledger');
    focus('audit-run');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('audit-run')).toHaveTextContent(t.verify.checking);
    await expect.element(see('audit-run')).toHaveFocus();
    vi.spyOn(platform, 'stopWork').mockResolvedValue(true);
    await userEvent.click(see('audit-clear'));
  });

  it('lends it to the button that stops slow work', async () => {
    const work = new Work<string>();
    const { see, count, container } = show(Working, { work, testid: 'work' });
    const start = document.createElement('button');
    start.setAttribute('aria-disabled', 'true');
    container.append(start);
    start.focus();
    const slow = later<string>();
    const done = work.run(() => slow.promise);
    await expect.element(see('work-cancel')).toHaveFocus();
    slow.answer('done');
    await done;
    await expect.poll(() => count('work-cancel')).toBe(0);
    expect(document.activeElement).toBe(start);
  });
});

describe('what is refused', () => {
  it('leads to the terms that are not accepted', async () => {
    const listing = {
      seller_name: 'Harbour Clinic',
      seller_kid: 'C'.repeat(43),
      contact: null,
      alarm: null,
      terms: 'Research only.',
      pay_to: '',
      account: null,
    } as unknown as ListingView;
    const quote = {
      from: 0,
      to: 500_000,
      price: euros(500),
    } as unknown as Quote;
    const props = { listing, quote, ordering: new Ordering(), ready: true };
    const { see, focus, count } = show(OrderCard, props, 300);
    focus('place-order');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('accept-terms')).toHaveFocus();
    await expect.element(see('accept-terms')).toHaveAttribute('aria-invalid', 'true');
    await userEvent.keyboard(' ');
    expect(count('error-note')).toBe(0);
  });

  it('leads to the settlement and to the reason that an answer lacks', async () => {
    const { see, focus } = show(
      InboxReview,
      { item: item(order()), can: 'now', ondone: () => {} },
      900,
    );
    focus('approve');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('payment-paid')).toHaveFocus();
    focus('decline');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('decline-reason')).toHaveFocus();
  });
});

describe('a button that goes with what it did', () => {
  it('leaves the focus to what is said of it', async () => {
    const columns = { iban: '', text: [] } as unknown as StatementLook['proposed'];
    vi.spyOn(platform, 'lookAtStatement').mockResolvedValue({
      csv: { header: 1, encoding: 'utf-8', columns: [], lines: [] },
      banks: [{ name: 'Harbour Bank', columns } as unknown as StatementLook['banks'][number]],
      bank: 'Harbour Bank',
      proposed: columns,
    });
    vi.spyOn(platform, 'importStatement').mockResolvedValue({
      booked: 3,
      unnamed: 1,
      known: 0,
      not_booked: 0,
      returned: 0,
      unreadable: 0,
      unreadable_rows: [],
      bookings: [],
    } as unknown as StatementImported);
    const { see, focus, count } = show(StatementImport, {}, 700);
    await userEvent.fill(see('statement-file'), '/bank.csv');
    focus('statement-read');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('statement-bank')).toHaveFocus();
    focus('statement-import');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => count('statement-import')).toBe(0);
    await expect.element(see('statement-told')).toHaveFocus();
  });

  it('leaves it to its row', async () => {
    const orders = vi.spyOn(platform, 'orders').mockResolvedValue([order()]);
    vi.spyOn(platform, 'cancelOrder').mockImplementation(() => {
      orders.mockResolvedValue([order({ status: 'cancelled' })]);
      shell.changes += 1;
      return Promise.resolve(order());
    });
    const { see, count, focus } = show(Orders, {}, 800);
    await expect.element(see('cancel-order')).toBeVisible();
    focus('cancel-order');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('cancel-order-cancel')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
    await expect.poll(() => count('cancel-order')).toBe(0);
    await expect.element(see('order-row')).toHaveFocus();
  });

  it('goes to the row if what opened the dialog is gone before the dialog closes', async () => {
    const table = document.createElement('table');
    table.innerHTML = '<tbody><tr><td>An order</td><td><button>Cancel</button></td></tr></tbody>';
    const dialog = document.createElement('dialog');
    dialog.innerHTML = '<button>Yes</button>';
    document.body.append(table, dialog);
    const opener = table.querySelector('button');
    opener?.focus();
    dialog.showModal();
    dialog.querySelector('button')?.focus();
    opener?.remove();
    dialog.close();
    await expect.poll(() => document.activeElement?.tagName).toBe('TR');
    table.remove();
    dialog.remove();
  });

  it('comes back to what opened it', async () => {
    shell.home = { dir: '/clinic' } as HomeView;
    vi.spyOn(platform, 'previewSeal').mockResolvedValue({
      kept: [],
      erased: [],
      stolen_micro_epsilon: 0,
      cap_micro_epsilon: 1,
      still_held: [],
      population: 'people',
    } as unknown as SealPreview);
    const opener = document.createElement('button');
    document.body.append(opener);
    opener.focus();
    const props = live({ name: 'people', held: true, close: () => {} });
    const { see, focus, container, component } = show(DatasetSeal, props, 700);
    void component;
    await expect.element(see('seal-cancel')).toBeVisible();
    focus('seal-cancel');
    props.held = false;
    await expect.poll(() => container.querySelector('form')).toBeNull();
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });

  it('goes on from a new rule to what is said of it, and from a removed one', async () => {
    const rule = {
      number: 1,
      state: 'active',
      buyer_kid: null,
      contact: null,
      listing: 'B'.repeat(43),
      title: 'Education',
      population: null,
      to: 500_000,
      per_order: euros(500),
      per_month: null,
      this_month: euros(0),
      payment_reference: 'monthly',
      until: null,
      worst: {
        loss_before: 0,
        loss_after: 0,
        cap_micro_epsilon: 1,
        money: euros(0),
        per_month: null,
        in_all: null,
        at_once: [],
      },
      used: 0,
      uses: [],
    } as unknown as RuleView;
    const rules = vi.spyOn(platform, 'rules').mockResolvedValue([]);
    vi.spyOn(platform, 'contacts').mockResolvedValue([]);
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    const people = { name: 'people', merged_into: null } as unknown as PopulationView;
    vi.spyOn(platform, 'populations').mockResolvedValue([people]);
    vi.spyOn(platform, 'ruleWorst').mockReturnValue(new Promise(() => {}));
    vi.spyOn(platform, 'addRule').mockImplementation(() => {
      rules.mockResolvedValue([rule]);
      shell.changes += 1;
      return Promise.resolve(rule);
    });
    vi.spyOn(platform, 'removeRule').mockImplementation(() => {
      rules.mockResolvedValue([]);
      shell.changes += 1;
      return Promise.resolve(rule);
    });
    vi.spyOn(platform, 'pauseRule').mockImplementation(() => {
      rules.mockResolvedValue([{ ...rule, state: 'paused' }]);
      shell.changes += 1;
      return Promise.resolve(rule);
    });
    const { see, focus, count } = show(Rules, {}, 900);
    await expect.element(see('new-rule')).toBeVisible();
    focus('new-rule');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('rule-who')).toHaveFocus();
    focus('rule-cancel');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('new-rule')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(see('rule-who')).toHaveFocus();
    await userEvent.selectOptions(see('rule-who'), '*');
    await userEvent.selectOptions(see('rule-what'), 'population/people');
    for (const id of ['rule-up-to', 'rule-per-order', 'rule-payment'])
      await userEvent.fill(see(id), '1');
    focus('rule-add');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('rules-said')).toHaveFocus();
    await expect.element(see('rules-said')).toHaveTextContent(t.rules.added(1));

    await expect.element(see('rule-pause')).toBeVisible();
    focus('rule-pause');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('rule-resume')).toHaveFocus();

    focus('rule-remove');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('rule-remove-cancel')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}');
    await expect.poll(() => count('rule')).toBe(0);
    await expect.element(see('rules-said')).toHaveFocus();
    await expect.element(see('rules-said')).toHaveTextContent(t.rules.removed(1));
  });

  it('takes nobody away from where they are', async () => {
    const before = document.createElement('button');
    const other = document.createElement('button');
    document.body.append(before, other);
    before.focus();
    const giveBack = lend();
    other.focus();
    giveBack();
    expect(document.activeElement).toBe(other);
    // A press beside it leaves the focus nowhere, and it stays so.
    await userEvent.click(document.body, { position: { x: 1, y: 1 } });
    other.remove();
    before.remove();
    await new Promise(requestAnimationFrame);
    expect(document.activeElement).toBe(document.body);
  });
});
