/** Before a home is open: making one, opening one, looking around. */
export const firstRun = {
  intro:
    'Sell statistics of private data by the pound of privacy, buy them, and check the books. Everything stays on this machine but what you sign.',
  look: 'Look around first',
  lookIntro: 'A throwaway market with a made-up clinic, three listings, two buyers and some sales. Nothing of it is kept.',
  openSample: 'Open the sample market',
  makingSample: 'Making the sample market…',
  takesSeconds: 'This takes some seconds.',
  checkFile: 'Check a ledger or bundle',

  open: 'Open your home',
  lately: 'Lately:',
  homeFolder: 'Folder of the home',
  homePassphrase: 'Passphrase of the home',
  otherMarket: 'Trade on another market this time',
  marketToTradeOn: 'Market to trade on',
  opening: 'Opening…',
  openButton: 'Open the home',

  create: 'Create a home',
  createIntro: 'One folder with your identity, your data and your books, locked with a passphrase.',
  name: 'Name',
  nameHint: 'Goes into your listings and orders.',
  newHomeFolder: 'Folder of the new home',
  market: 'Market',
  marketHint: 'A folder that buyers and sellers share: file:///…',
  passphrase: 'Passphrase',
  passphraseAgain: 'Passphrase again',
  differ: 'The two passphrases are not the same.',
  differHint: 'Type the same passphrase twice.',
  creating: 'Creating…',
  createButton: 'Create the home',

  keepKey: 'Keep this recovery key',
  keyIntro: (home: string) =>
    `It opens the home “${home}” when the passphrase is forgotten. It is shown this once and stored nowhere. Whoever has it and the folder can read everything in the home.`,
  homeAt: (folder: string) => `Home: ${folder}`,
  keyFile: 'File for the key, not in the home itself',
  saveKey: 'Save',
  recoveryKey: 'the recovery key',
  printKey: 'Print…',
  kept: 'I have kept it',
};
