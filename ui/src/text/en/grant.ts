export const grant = {
  button: 'Open to an auditor…',
  title: 'Open this listing to one auditor',
  warning: '**An opening reveals the data.**',
  what: (title: string) =>
    `Whoever reads it knows the numbers behind “${title}” exactly, without any noise, and can subtract the noise from every release of it, past and future. No ε describes that. It cannot be taken back.`,
  entry:
    'The grant is an entry of your ledger and is published before the file is written: every auditor sees that a question of this population was opened, but not to whom.',
  whole:
    'It opens the whole question: all sales of a question are points of one noise path, so that no single order can be opened by itself.',
  safe: 'It is encrypted to this auditor, and nobody else can read it. No program can limit what the auditor does with it.',
  recipient: 'The auditor’s age recipient',
  recipientHint:
    'Auditors find theirs under “Verify”, at “Replay with an opening”, and under “Settings”. It begins with age1.',
  file: 'File to write',
  confirm: (title: string) => `I want this auditor to know the data behind “${title}”.`,
  write: 'Reveal the data to this auditor',
  cancel: 'Keep it closed',
  done: (file: string, size: string) => `Written: ${file}, ${size}`,
  next: 'Give the auditor this file and your exported ledger. They replay it under Verify.',
};
