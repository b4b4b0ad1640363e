import type { StepOutcome } from '../../platform/types/StepOutcome';
import type { TrialStep } from '../../platform/types/TrialStep';

/** Markets on servers: joining them, testing them, and inviting others. */
export const member = {
  join: 'Join a market on a server',
  invited: 'I have an invitation to a market',
  intro: 'The operator of a market sends you an invitation: a file that ends in .market.',
  file: 'Invitation (.market file)',
  fileKind: 'Invitations to markets',
  open: 'Join…',

  title: 'Join this market?',
  name: 'Name',
  server: 'Server',
  address: 'Address',
  keyId: 'Access key',
  noKey: 'None. Everybody who reaches this market can use it.',
  before: 'Nothing was sent so far. The market is tested first. If everything works, you join it.',
  beforeUse:
    'Nothing was sent so far. The market is tested first. If everything works, the new home trades there.',
  onceJoined:
    'Unsent files go to the present market first. Then your listings and your ledger are also published on the new market.',
  readAgain: 'Read the file again',
  testAndJoin: 'Test and join',
  testAndUse: 'Test and use it',
  testAgain: 'Test again',
  testing: 'Testing the market…',
  joining: 'Joining…',
  joinAnyway: 'Join anyway',
  useAnyway: 'Use it anyway',
  sendThere: 'Join and send them to the new market instead',
  cancel: 'Cancel',
  joined: (name: string, server: string) => `This home now trades on ${name} (${server}).`,
  forNewHome: (name: string, server: string) => `The new home trades on ${name} (${server}).`,
  useOther: 'Use another market',

  works: 'Everything works.',
  fails: 'Not everything works.',
  step: {
    list: 'List',
    clock: 'Clock',
    write: 'Write',
    read: 'Read',
    delete: 'Delete',
  } satisfies Record<TrialStep, string>,
  outcome: {
    works: 'works',
    fails: 'does not work',
    skipped: 'not tried',
  } satisfies Record<StepOutcome, string>,
  test: 'Test the market',
  testStopped: 'Stopped. The test is not complete.',
  testHint: 'Lists, writes, reads and deletes a small file, and compares the clocks.',

  invite: 'Invite a member…',
  warning:
    'The file contains an access key with its secret. Whoever has the file can use it. Send it over a channel that only the member reads.',
  marketName: 'Name of the market',
  marketNameHint: 'Members see it when they join. Empty: the name that this home knows.',
  ownKey: 'Access key of the new member',
  ownKeyHint:
    'Empty: the key of this home. With a key of its own, a member can be excluded later without the others.',
  secret: 'Secret or password of that key',
  invitation: 'File for the invitation',
  save: 'Save the invitation',
};
