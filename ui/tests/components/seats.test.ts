// The sample market is looked at from another seat, unless something would be lost by it.

import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import SampleBand from '../../src/frame/SampleBand.svelte';
import { sample } from '../../src/lib/sample.svelte';
import { shell } from '../../src/lib/shell.svelte';
import { works } from '../../src/lib/work.svelte';
import { platform } from '../../src/platform';
import { t } from '../../src/text';
import { speech } from '../../src/text/speech.svelte';
import { eventually, inLanguages, show } from './support.svelte';

/** The band above the clinic's pages. */
function band() {
  sample.shown = { seat: 'clinic', evidence: [] };
  return show(SampleBand, {}, 900);
}

describe('another seat', () => {
  it('is not taken while an approval can be undone, which is told until then', async () => {
    const see = vi.spyOn(platform, 'seeSampleAs');
    const approval = works.at<void>('approval', { title: () => '', at: '' });
    void approval.run(() => Promise.resolve(), 60_000);
    const shown = band();
    await userEvent.click(shown.see('sample-insurer'));
    await expect.element(shown.see('error-note')).toHaveTextContent(t.sample.waits);
    // In whichever language it is read by then.
    speech.speak('de');
    await expect.element(shown.see('error-note')).toHaveTextContent(t.sample.waits);
    approval.stop();
    await eventually(() => expect(shown.count('error-note')).toBe(0));
    expect(see).not.toHaveBeenCalled();
  });

  inLanguages('is not taken while a recovery key is not kept', async () => {
    const shown = band();
    shell.unkept = { made: {} as never, door: null };
    await userEvent.click(shown.see('sample-insurer'));
    await expect.element(shown.see('error-note')).toHaveTextContent(t.standing.unkept.first);
    shell.unkept = null;
    await eventually(() => expect(shown.count('error-note')).toBe(0));
  });

  it('that could not be taken says so until another one is', async () => {
    vi.spyOn(platform, 'seeSampleAs').mockRejectedValue({ code: 'io', message: 'No.', hints: [] });
    vi.spyOn(platform, 'session').mockResolvedValue({ home: {}, sample: sample.shown } as never);
    const shown = band();
    await userEvent.click(shown.see('sample-insurer'));
    await expect.element(shown.see('error-note')).toHaveTextContent('No.');
  });
});
