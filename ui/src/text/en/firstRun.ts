import { count } from '../digits';

/** Before a home is open: making one, opening one, looking around. */
export const firstRun = {
  intro:
    'Sell statistics of private data by the pound of privacy, buy them, and check the books. Only documents that you sign leave this machine.',
  doors: 'What do you want to do?',
  doorsAgain: 'Or start with a new home',
  door: { sell: 'Sell', buy: 'Buy', check: 'Verify' },
  doorWhat: {
    sell: 'Import a table and offer answers about it, by the pound of privacy.',
    buy: 'Look through the market, weigh out an answer and order it.',
    check: 'Verify a ledger, a bundle or an opening. It needs no home.',
  },
  openOther: 'Open an existing home',
  look: 'Look around first',
  lookIntro:
    'A throwaway market: four listings of a made-up clinic and weather service, two buyers and some sales. It is deleted when you leave it.',
  openSample: 'Open the sample market',
  makingSample: 'Making the sample market…',
  takesSeconds: 'This takes a few seconds.',

  open: 'Open your home',
  lately: 'Recent',
  openedAt: (when: string) => `opened ${when}`,
  forget: 'Remove from the list',
  forgetThis: (name: string) => `Remove ${name} from the list; the home stays`,
  gone: (folder: string) =>
    `There is no home in ${folder}. The folder may have been moved or renamed.`,
  goneHint: 'Find the folder, or remove it from the list.',
  lookFor: 'Find the folder…',
  held: 'Another window of this app has this home open.',
  bringForward: 'Bring that window forward',
  broughtForward: 'It was asked to come forward.',
  homeFolder: 'Folder of the home',
  homePassphrase: 'Passphrase of the home',
  otherMarket: 'Trade on another market this time',
  marketToTradeOn: 'Market to trade on',
  opening: 'Opening…',
  openButton: 'Open the home',

  create: { sell: 'Create a home to sell from', buy: 'Create a home to buy with' },
  createIntro:
    'One folder with your identity, your data and your books, locked with a passphrase. Every home can sell and buy.',
  advanced: 'Advanced: folder and market',
  name: 'Name',
  nameHint: 'Goes into your listings and orders.',
  newHomeFolder: 'Folder of the new home',
  market: 'Market',
  marketHint: 'A folder that buyers and sellers share.',
  passphrase: 'Passphrase',
  passphraseAgain: 'Passphrase again',
  passphraseHint: (fewest: number) =>
    `At least ${fewest} characters. Several unrelated words, such as five drawn from a list, are easy to keep and hard to guess; a line from a song is not.`,
  short: (fewest: number) => `The passphrase has fewer than ${fewest} characters.`,
  shortHint: 'Add a word or two.',
  differ: 'The two passphrases are not the same.',
  differHint: 'Type the same passphrase twice.',
  creating: 'Creating…',
  createButton: 'Create the home',

  keepKey: 'Keep this recovery key',
  keyIntro: (home: string) =>
    `It opens the home “${home}” when the passphrase is forgotten. It is shown only once and is not stored. Anyone with the key and the folder can read everything in the home.`,
  homeAt: (folder: string) => `Home: ${folder}`,
  keyFile: 'File for the key, outside the home',
  saveKey: 'Save',
  recoveryKey: 'the recovery key',
  printedOn: (day: string) =>
    `Recovery key of a Poundwise home, ${day}. Keep this sheet away from the computer, where you keep your other keys.`,
  printedUse:
    'To use it, open the folder of the home in Poundwise and enter the key instead of the passphrase. `age -d -i` with a file of this key opens the home’s files too.',
  printKey: 'Print…',
  printed: 'I have the printed sheet',
  tail: (signs: number) => `Or type its last ${count(signs)} characters`,
  tailHint: 'Save the key to a file, print it, or write it down.',
  notKept: 'Save the key, print it, or type its last characters: there is no other copy.',
  wrongTail: (signs: number) => `These are not the last ${count(signs)} characters of the key.`,
  kept: 'I have saved it',
};
