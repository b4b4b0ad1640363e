import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import Verify from '../../src/features/audit/Verify.svelte';
import Import from '../../src/features/sell/Import.svelte';
import RuleForm from '../../src/features/sell/RuleForm.svelte';
import CreateHome from '../../src/features/settings/CreateHome.svelte';
import OpenHome from '../../src/features/settings/OpenHome.svelte';
import { place, slipAt, type Problem } from '../../src/lib/error';
import { platform } from '../../src/platform';
import type { PopulationView } from '../../src/platform/types/PopulationView';
import type { SessionView } from '../../src/platform/types/SessionView';
import { t } from '../../src/text';
import { speech } from '../../src/text/speech.svelte';
import { faults, inLanguages, show } from './support.svelte';

const session = {
  home_at_start: '/homes/mine',
  suggested_dir: '/homes/mine',
  market_suggestion: '',
  shortest_passphrase: 12,
  recent: [],
} as unknown as SessionView;
const refused = (code: string): Problem =>
  ({ code, message: `It is the ${code}.`, hints: [] }) as unknown as Problem;

/** The field that an error stands at. */
const fieldOf = (container: HTMLElement) =>
  container.querySelector('[data-testid="error-note"]')?.closest('.field')?.querySelector('input')
    ?.dataset['testid'];

describe('what is wrong with a form', () => {
  it('is placed by its code, at one field or at none', () => {
    const fields = { name: ['name'], dir: ['not-found'] } as const;
    const missing = refused('not-found');
    expect(place([missing], fields)).toEqual({ name: null, dir: missing, rest: null });
    const full = refused('disk-full');
    expect(place([full], fields)).toEqual({ name: null, dir: null, rest: full });
    const own = slipAt('name', 'Too short.');
    expect(place([own], fields).name).toBe(own);
    expect(place([null], fields)).toEqual({ name: null, dir: null, rest: null });
    // Of several texts under one code, by the field of the document.
    const words = { title: ['no-title', 'text:title'], terms: ['text:terms'] } as const;
    const terms: Problem = {
      ...refused('text'),
      at: { part: 'text', field: 'terms', fault: { is: 'hidden', sign: 'U+200B' } },
    };
    expect(place([terms], words)).toEqual({ title: null, terms, rest: null });
  });

  inLanguages('is told at its field, which has the focus, until it is put right', async () => {
    vi.spyOn(platform, 'createHome').mockRejectedValue(refused('market-url'));
    const { container, count, focus, see } = show(CreateHome, {
      session,
      door: 'buy',
      onmade: () => {},
    });
    await userEvent.fill(see('new-home-name'), 'Clinic');
    await userEvent.fill(see('new-home-passphrase'), 'short');
    await userEvent.fill(see('new-home-passphrase-again'), 'short');
    focus('create-home');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('new-home-passphrase')).toHaveFocus();
    expect(fieldOf(container)).toBe('new-home-passphrase');
    expect(count('error-note')).toBe(1);
    await expect.element(see('new-home-passphrase')).toHaveAttribute('aria-invalid', 'true');
    expect(await faults(container)).toEqual([]);
    // What is typed on is judged anew, not by what was there.
    await userEvent.fill(see('new-home-passphrase'), 'three unrelated words');
    expect(count('error-note')).toBe(0);

    await userEvent.click(see('create-home'));
    expect(fieldOf(container)).toBe('new-home-passphrase-again');
    await userEvent.fill(see('new-home-passphrase-again'), 'three unrelated words');
    await userEvent.click(see('create-home'));
    // Its part opens by itself.
    await expect.element(see('new-home-market')).toHaveFocus();
    expect(fieldOf(container)).toBe('new-home-market');
    await userEvent.type(see('new-home-market'), 'x');
    expect(count('error-note')).toBe(0);
  });

  inLanguages('is told at a choice that a new rule lacks, and it sells on credit', async () => {
    vi.spyOn(platform, 'contacts').mockResolvedValue([]);
    vi.spyOn(platform, 'myListings').mockResolvedValue([]);
    const people = { name: 'people', merged_into: null } as unknown as PopulationView;
    vi.spyOn(platform, 'populations').mockResolvedValue([people]);
    vi.spyOn(platform, 'ruleWorst').mockReturnValue(new Promise(() => {}));
    const add = vi.spyOn(platform, 'addRule').mockRejectedValue(refused('rule-scope'));
    const { container, count, see } = show(
      RuleForm,
      { onadded: () => {}, oncancel: () => {} },
      700,
    );
    await expect.element(see('rule-credit')).toHaveTextContent(t.rules.form.onCredit);
    await userEvent.selectOptions(see('rule-who'), '*');
    await userEvent.selectOptions(see('rule-what'), 'population/people');
    await userEvent.fill(see('rule-up-to'), '1');
    await userEvent.fill(see('rule-per-order'), '20');
    await userEvent.fill(see('rule-payment'), 'monthly');
    await userEvent.click(see('rule-add'));
    await expect.element(see('rule-what')).toHaveFocus();
    await expect.element(see('rule-what')).toHaveAttribute('aria-invalid', 'true');
    expect(count('error-note')).toBe(1);
    expect(await faults(container)).toEqual([]);
    await userEvent.fill(see('rule-payment'), 'each month');
    expect(count('error-note')).toBe(0);
    add.mockRejectedValue(refused('rule-buyer'));
    await userEvent.click(see('rule-add'));
    await expect.element(see('rule-who')).toHaveFocus();
    expect(count('error-note')).toBe(1);
  });

  it('stands below the fields where it is of none', async () => {
    const opened = vi.spyOn(platform, 'openHome').mockRejectedValue(refused('wrong-passphrase'));
    vi.spyOn(platform, 'homeExists').mockResolvedValue(true);
    const { container, see } = show(OpenHome, { session, onopened: () => {} });
    await userEvent.fill(see('open-home-passphrase'), 'wrong words');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('open-home-passphrase')).toHaveFocus();
    expect(fieldOf(container)).toBe('open-home-passphrase');
    opened.mockRejectedValue(refused('newer-home'));
    await userEvent.click(see('open-home'));
    await expect.element(see('error-note')).toHaveAttribute('data-code', 'newer-home');
    expect(fieldOf(container)).toBeUndefined();
  });
});

describe('a path that nobody chose', () => {
  inLanguages('is told at its field, and leads to the button that chooses one', async () => {
    vi.spyOn(platform, 'previewCsv').mockRejectedValue(refused('path-not-chosen'));
    vi.spyOn(platform, 'populations').mockResolvedValue([]);
    const { container, see } = show(Import, {}, 700);
    await expect.element(see('import-file')).toHaveAccessibleDescription(t.importing.fileHint);
    await userEvent.fill(see('import-file'), '/etc/hostname');
    await userEvent.keyboard('{Enter}');
    await expect.element(see('error-note')).toBeVisible();
    expect(fieldOf(container)).toBe('import-file');
    await expect.element(see('import-file-browse')).toHaveClass('primary');
  });

  inLanguages('is told at the field of an audit', async () => {
    vi.spyOn(platform, 'auditFiles').mockRejectedValue(refused('path-not-chosen'));
    const { container, see } = show(Verify, {}, 700);
    await userEvent.fill(see('audit-file'), '/etc/hostname');
    await userEvent.click(see('audit-run'));
    await expect.element(see('error-note')).toBeVisible();
    expect(fieldOf(container)).toBe('audit-file');
    await expect.element(see('audit-browse')).toHaveClass('primary');
  });

  it('opens the part of a new home in which folders are chosen, each by a button', async () => {
    vi.spyOn(platform, 'createHome').mockRejectedValue(refused('path-not-chosen'));
    const { count, see } = show(CreateHome, { session, door: 'buy', onmade: () => {} });
    await userEvent.fill(see('new-home-name'), 'Clinic');
    await userEvent.fill(see('new-home-passphrase'), 'three unrelated words');
    await userEvent.fill(see('new-home-passphrase-again'), 'three unrelated words');
    await userEvent.click(see('create-home'));
    await expect.element(see('new-home-market-browse')).toBeVisible();
    expect(count('new-home-dir-browse')).toBe(1);
  });

  it('is asked for nowhere', () => {
    for (const language of ['en', 'de'] as const) {
      speech.speak(language);
      const hints = [
        t.importing.fileHint,
        t.verify.fileHint,
        t.drafting.fileHint,
        t.settings.marketHint,
        t.firstRun.marketHint,
      ];
      for (const hint of hints) expect(hint).not.toMatch(/path|Pfad|file:/i);
    }
  });
});
