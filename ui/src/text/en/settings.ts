import { count } from '../digits';

/** The settings: of the app, and of the home that is open. */
export const settings = {
  title: 'Settings',
  sub: 'Of this app and of the open home.',
  subWithoutHome: 'Of this app. Those of a home are here once it is open.',

  look: 'Appearance',
  theme: 'Theme',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  systemLanguage: 'As the system',
  textSize: 'Text size',
  textSizes: { small: 'Small', normal: 'Medium', large: 'Large', largest: 'Very large' },
  kept: 'Kept.',

  work: 'Work',
  currency: 'Currency offered for new listings',
  currencyHint: 'Three letters, such as EUR, USD or JPY. Each listing can have its own.',
  keepCurrency: 'Keep',
  collect: 'Collect deliveries automatically',
  collectHint:
    'When the market changes, when you come back to this window, and every five minutes; never while something else is under way.',
  notify: 'Tell me on the desktop when orders and deliveries arrive',

  home: 'Home',
  key: 'Key',
  keyOf: 'the key',
  recipient: 'Age recipient',
  recipientOf: 'the age recipient',
  recipientHint: 'Give it to an owner who grants you an opening.',
  folder: 'Folder',
  folderOf: 'the folder',
  backup:
    'Everything in the home is in this folder. To back it up, close the home and copy the folder.',

  availability: 'State to buyers what can be delivered now',
  availabilityHint:
    'A signed document on the market has the level for each open listing. It follows from the cap and from the sales, never from data. Buyers can infer from it how much of a cap is left.',

  market: 'Market',
  marketNow: 'Trades on',
  marketNew: 'Another market',
  marketHint: 'A folder that is there.',
  marketIntro:
    'What still waits for the present market is sent there first. Your listings and your ledger are then put on the new market too; orders and deliveries stay where they were sent.',
  change: 'Change the market',
  changing: 'Changing…',
  changeAnyway: 'Change, and send it to the new market instead',
  changed: (market: string) => `This home trades on ${market} from now on.`,
  waits: (n: number) =>
    n === 1 ? '1 object has yet to reach it.' : `${count(n)} objects have yet to reach it.`,

  security: 'Security',
  passphrase: 'Change the passphrase',
  passphraseIntro:
    'Earlier copies of the folder still open with the earlier passphrase. The recovery key stays.',
  old: 'Passphrase now, or the recovery key',
  next: 'New passphrase',
  again: 'New passphrase again',
  passphraseChanged: 'The passphrase is changed. The earlier one does not open this home any more.',
  recovery: 'New recovery key',
  recoveryIntro:
    'Make one if somebody else may have seen the one you keep, or if you keep none. Everything in the home is encrypted anew. The present key **stops working** for this home; it still opens earlier copies of the folder, and what is addressed to it on the market.',
  recoveryPassphrase: 'Passphrase of the home, for a new key',
  recoveryAgreed: 'The recovery key of before may stop working',
  makeKey: 'Make a new recovery key',
  makingKey: 'Encrypting everything anew…',
  keyKept: 'The new recovery key is in force.',

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
  networkNone: 'None. What leaves this machine is what others fetch from the market’s folder.',
};
