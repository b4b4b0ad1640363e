import { count, counted } from '../digits';
import type { AlarmKind } from '../../platform/types/AlarmKind';
import type { Trusted } from '../../platform/types/Trusted';

export const alarms = {
  title: 'Alarms',
  sub: 'Owners whose signed documents contradict each other.',
  none: 'No owner has contradicted itself.',
  noneWhy:
    'Each time you collect, every owner’s published ledger is compared with its ledger that you saw before. Contradictions are listed here, with the evidence.',
  many: (n: number) => counted(n, 'alarm'),
  kind: {
    fork: 'two histories',
    'rolled-back': 'entries taken back',
    'two-answers': 'two answers',
  } satisfies Record<AlarmKind, string>,
  says: {
    fork: (seller: string, kept: number, found: number) =>
      kept === found
        ? `${seller} signed two different ledgers of ${counted(kept, 'entry', 'entries')}: one of its records is false.`
        : `${seller}’s ledger of ${counted(found, 'entry', 'entries')} does not begin with ${kept === 1 ? 'the entry' : `the ${count(kept)} entries`} that you saw before: entries were changed, removed or inserted.`,
    'rolled-back': (seller: string, kept: number, found: number) =>
      `${seller}’s published ledger has ${counted(found, 'entry', 'entries')}, and you saw ${count(kept)} before: entries were removed, or the market shows an old copy.`,
    'two-answers': (seller: string) =>
      `${seller} signed a refusal and a receipt for one of your orders: one of the two is false.`,
  } satisfies Record<AlarmKind, (seller: string, kept: number, found: number) => string>,
  owner: 'owner',
  kept: 'seen before',
  found: 'found then',
  entries: (n: number) => counted(n, 'entry', 'entries'),
  when: 'noticed',
  evidence: 'evidence',
  evidenceWhat: 'the evidence folder',
  order: 'order',
  answersHold:
    'The order, the receipt, the refusal, and a listing with the owner’s key: enough for anyone to verify it.',
  untilAnswered:
    'Neither answer is stored, nor anything else from this owner, until you decide. Your earlier holdings are unchanged.',
  evidenceHolds:
    'Both signed checkpoints, a listing with the owner’s key, and the numbers: enough for anyone to verify it.',
  check: 'Compare with the published ledger',
  isOpen: 'alarm open',
  openAbout: (owner: string) => `An alarm about ${owner} is open.`,
  noOrder: 'This owner contradicted itself. You can order again once you have decided.',
  noPay:
    'This owner contradicted itself. The answer to this order is not stored until you decide. Decide before you pay.',
  decide: 'See the alarm and decide',
  until:
    'No document from this owner is stored until you decide. Your earlier holdings are unchanged.',
  all: 'All alarms',
  dismiss: 'Dismiss…',
  dismissWhy: (seller: string) =>
    `Look at the evidence first. Collecting from ${seller} then continues from the checkpoint that you trust. Entries that do not continue it stay on the market. The alarm, its evidence and your reason are kept.`,
  decideWhy: (seller: string) =>
    `Ask ${seller} first. If you trust the receipt, the next collection takes the release; if you trust the refusal, the order counts as refused. The alarm, its evidence and your reason are kept.`,
  goOn: 'Go on from',
  choice: {
    kept: (n: number) => `the ledger seen before, of ${counted(n, 'entry', 'entries')}`,
    found: (n: number) => `the ledger found then, of ${counted(n, 'entry', 'entries')}`,
    receipt: () => 'the receipt: the order is sold',
    refusal: () => 'the refusal: the order is refused',
  } satisfies Record<Trusted, (n: number) => string>,
  trusted: {
    kept: 'the ledger seen before',
    found: 'the ledger found then',
    receipt: 'the receipt',
    refusal: 'the refusal',
  } satisfies Record<Trusted, string>,
  reason: 'Reason, kept beside the alarm',
  dismissButton: 'Dismiss the alarm',
  dismissed: (when: string, trusted: string) => `Dismissed on ${when}, going on from ${trusted}:`,
};
