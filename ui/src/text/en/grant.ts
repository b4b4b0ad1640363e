export const grant = {
  button: 'Open to an auditor…',
  title: 'Open this listing to one auditor',
  warning: '**An opening reveals the data.**',
  what: (title: string) =>
    `Its reader knows the exact numbers behind “${title}” and can subtract the noise from every release of it, past and future. No ε describes that. It cannot be undone.`,
  entry:
    'The grant is an entry in your ledger and is published before the file is written. Every auditor sees that a question of this population was opened, but not to whom.',
  whole:
    'It opens the whole question. All sales of a question are points on one noise path, so a single order cannot be opened.',
  safe: 'It is encrypted for this auditor, and only this auditor can read it. No program can limit what the auditor does with it.',
  recipient: 'The auditor’s encryption key (age1…)',
  recipientHint:
    'Auditors find their key under “Verify”, at “Replay with an opening”, and under “Settings”.',
  file: 'File to write',
  confirm: (title: string) => `I want to reveal the data behind “${title}” to this auditor.`,
  write: 'Reveal the data to this auditor',
  cancel: 'Do not reveal it',
  done: (file: string, size: string) => `Written: ${file}, ${size}`,
  next: 'Give the auditor this file and your exported ledger. They replay it under Verify.',
};
