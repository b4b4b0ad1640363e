import { count } from '../digits';

/** Texts of buttons and fields used on many screens. */
export const controls = {
  replaceFile: 'Replace it',
  copy: 'Copy',
  copyWhat: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  notCopied: 'Not copied: select the text and copy it',
  showMore: 'Show more',
  showMoreLeft: (left: number) => `Show more (${count(left)} left)`,
  browse: 'Browse…',
  browseFor: (label: string) => `Browse: ${label}`,
  writing: 'Writing…',
  openFolder: 'Open folder',
  written: (file: string, size: string) => `Written: ${file}, ${size}`,
  reading: 'Reading…',
  notRead: 'It could not be read',
  whatIs: (term: string) => `What is this: ${term}`,
  dayHint: (example: string) => `Year, month and day, such as ${example}.`,
  cancel: 'Cancel',
  doNotAdd: 'Do not add',
  tryAgain: 'Try again',
  writeDay: 'Enter a day of the calendar.',
  fillIn: 'Fill in this field.',
  chooseOne: 'Choose one.',
  tickBox: 'Tick this box to continue.',
  writeAmount: 'Enter an amount, such as 20.00.',
};
