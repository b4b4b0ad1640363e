/** The sample market: the band above every page of it, and its tour. */
export const sample = {
  label: 'Sample market.',
  madeUp: 'Everything in it is made up, and is gone when you leave it.',
  seeAs: 'See it as',
  seat: { clinic: 'Clinic', insurer: 'Insurer', auditor: 'Auditor' },
  leave: 'Leave the sample market',
  waits: 'An approval can still be undone. Sign it now, or undo it, before you switch roles.',

  tour: 'Take the tour',
  tourAbout:
    'Five steps through the sample market: from a clinic’s table to a check by somebody who trusts neither side.',
  tourCloses: 'The home that is open is closed first.',
  stepOf: (step: string, of: string) => `step ${step} of ${of}`,
  back: 'Back',
  next: 'Next',
  again: 'Go back to the step',
  away: 'You look from another role now than this step is seen from.',
  finish: 'End the tour',
  leaveTour: 'Leave the tour',
  /** Steps that ask for an act: what is to be done first, and what is said once it is done. */
  acts: {
    approve: {
      first: 'Answer the order first: the next step shows what arrives of it.',
      done: {
        title: 'The order is answered',
        text: 'You are Harbour Clinic. No order waits in its inbox. What was approved is signed, and waits for Northern Insurance.',
      },
    },
    arrive: {
      first: 'Collect it first: the next step shows what is stored of it.',
      done: {
        title: 'Everything is collected',
        text: 'You are Northern Insurance now. Nothing waits to be collected: each order says what came of it. What is signed is verified before it is stored.',
      },
    },
  },
  steps: {
    data: {
      title: 'What is sold',
      text: 'You are Harbour Clinic. Its table never leaves its home; it sells answers about it, with noise that hides every single patient. A tariff says what each level of accuracy costs.',
    },
    approve: {
      title: 'An order to approve',
      text: 'Northern Insurance orders more accuracy. Review the order: the gauge shows what the patients’ privacy loses by it. Say that it is paid, approve it, and press “Sign now”.',
    },
    arrive: {
      title: 'The answer arrives',
      text: 'You are Northern Insurance now. Collect what has arrived: a signed answer is verified before it is stored.',
    },
    hold: {
      title: 'The answer closes in',
      text: 'Open the holding of the mean. Each purchase is the same noise, read further: the interval closes in, and no purchase before it is wasted.',
    },
    check: {
      title: 'Anybody can check it',
      text: 'You are an auditor, with no key and no data. The clinic’s ledger and the insurer’s bundles are compared with each other: signatures, prices, losses and totals.',
    },
  },
};
