import { count } from '../digits';

/** The settings: of the app, and of the home that is open. */
export const settings = {
  title: 'Settings',
  sub: 'Of this app and of the open home.',
  subWithoutHome: 'Of this app. Open a home to see its settings.',

  look: 'Appearance',
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  systemLanguage: 'As the system',
  textSize: 'Text size',
  textSizes: { small: 'Small', normal: 'Medium', large: 'Large', largest: 'Very large' },
  kept: 'Saved.',

  work: 'Work',
  currency: 'Currency offered for new listings',
  currencyHint: 'Three letters, such as EUR, USD or JPY. Each listing can have its own.',
  keepCurrency: 'Save',
  collect: 'Collect deliveries automatically',
  collectHint:
    'When the market changes, when you return to this window, and every five minutes, except during other work.',
  notify: 'Show desktop notifications for new orders and deliveries',

  home: 'Home',
  key: 'Key',
  keyOf: 'the key',
  recipient: 'Encryption key',
  recipientOf: 'the encryption key',
  recipientHint: 'Give it to an owner who grants you an opening.',
  folder: 'Folder',
  folderOf: 'the folder',
  backup:
    'Everything in the home is in this folder. To back it up, close the home and copy the folder.',

  availability: 'Publish which levels can be delivered now',
  availabilityHint:
    'A signed document on the market states the level for each open listing. It follows from the cap and the sales, never from data. Buyers can infer the rest of a cap from it.',

  market: 'Market',
  marketNow: 'Trades on',
  otherFolder: 'Trade in another folder',
  marketNew: 'Another market',
  marketHint: 'An existing folder.',
  marketIntro:
    'Unsent files go to the present market first. Then your listings and your ledger are also published on the new market. Earlier orders and deliveries stay on the present market.',
  change: 'Change the market',
  changing: 'Changing…',
  changeAnyway: 'Change and send them to the new market instead',
  changed: (market: string) => `This home now trades on ${market}.`,
  waits: (n: number) =>
    n === 1 ? '1 file is not sent to it yet.' : `${count(n)} files are not sent to it yet.`,

  security: 'Security',
  passphrase: 'Change the passphrase',
  passphraseIntro:
    'Earlier copies of the folder still open with the earlier passphrase. The recovery key does not change.',
  old: 'Current passphrase or recovery key',
  next: 'New passphrase',
  again: 'New passphrase again',
  passphraseChanged: 'The passphrase is changed. The earlier one no longer opens this home.',
  recovery: 'New recovery key',
  recoveryIntro:
    'Make a new key if someone else may have seen yours or if you have none. Everything in the home is encrypted again. The present key **stops working** for this home. It still opens earlier copies of the folder and files that are encrypted for it on the market.',
  recoveryPassphrase: 'Passphrase of the home',
  recoveryAgreed: 'The earlier recovery key may stop working',
  makeKey: 'Make a new recovery key',
  makingKey: 'Encrypting everything again…',
  keyKept: 'The new recovery key is saved and active.',

  tour: 'Tour',

  about: 'About Poundwise',
  version: 'This version',
  settingsFile: 'These settings',
  licence: 'Licence',
  licences: 'MIT or Apache-2.0, at your option',
  parts: 'With parts by others',
  partsAre:
    'IBM Plex (SIL Open Font License 1.1), Lucide icons (ISC), Tauri and Svelte (MIT), and Rust crates under MIT, Apache-2.0 or similar',
  network: 'Network',
  networkUse:
    'Only with the server of a market that the home has joined. If the market is a folder, there is none.',
};
