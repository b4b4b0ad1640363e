import type { MailSaved } from '../../platform/types/MailSaved';

/** Files that are sent by mail. */
export const mail = {
  save: 'Save as file…',
  close: 'Close',
  file: 'File to send',
  button: 'Save',
  intro: {
    listing: 'A buyer who has no access to your market can order from this file.',
    order:
      'Send this file to a seller who does not trade on your market. Only that home can read it.',
    delivery:
      'Send this file to a buyer who does not trade on your market. Only that home can read it.',
  } satisfies Record<MailSaved, string>,
  received: {
    order: (title: string, buyer: string) => `Received: order of ${buyer} for ${title}.`,
    orderWaits: 'The order is kept until the inbox has room, or until its order arrives.',
  },
};
