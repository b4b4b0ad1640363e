/** The sample market: the band above every page of it, and its tour. */
export const sample = {
  label: 'Sample market.',
  madeUp: 'Everything in it is made up and is deleted when you leave it.',
  seeAs: 'See it as',
  seat: { clinic: 'Clinic', insurer: 'Insurer', auditor: 'Auditor' },
  leave: 'Leave the sample market',
  waits: 'An approval can still be undone. Sign it now, or undo it, before you switch roles.',

  tour: 'Take the tour',
  tourAbout:
    'Five steps through the sample market: from a clinic’s table to an audit by someone who trusts neither side.',
  tourCloses: 'The open home is closed first.',
  stepOf: (step: string, of: string) => `step ${step} of ${of}`,
  back: 'Back',
  next: 'Next',
  again: 'Go back to the step',
  away: 'This step belongs to another role.',
  finish: 'End the tour',
  leaveTour: 'Leave the tour',
  /** Steps that ask for an act: what is to be done first, and what is said once it is done. */
  acts: {
    approve: {
      first: 'Answer the order first. The next step shows the delivery.',
      done: {
        title: 'The order is answered',
        text: 'You are Harbour Clinic. No order waits in its inbox. The approved answer is signed and waits for Northern Insurance.',
      },
    },
    arrive: {
      first: 'Collect it first. The next step shows the stored answer.',
      done: {
        title: 'Everything is collected',
        text: 'You are Northern Insurance now. No delivery waits to be collected. Each order shows its outcome. Signed answers are verified before they are stored.',
      },
    },
  },
  steps: {
    data: {
      title: 'Answers for sale',
      text: 'You are Harbour Clinic. Its table never leaves its home. It sells answers with noise that hides every single patient. A tariff states the price of each level of accuracy.',
    },
    approve: {
      title: 'An order to approve',
      text: 'Northern Insurance orders more accuracy. Review the order: the gauge shows the patients’ privacy loss. Choose “paid”, approve the order, and press “Sign now”.',
    },
    arrive: {
      title: 'The answer arrives',
      text: 'You are Northern Insurance now. Collect the delivery. The signed answer is verified before it is stored.',
    },
    hold: {
      title: 'The interval narrows',
      text: 'Open the holding of the mean. Each purchase reads the same noise path further: the interval narrows, and earlier purchases count.',
    },
    check: {
      title: 'Anyone can verify it',
      text: 'You are an auditor, with no key and no data. The clinic’s ledger and the insurer’s bundles are compared with each other: signatures, prices, losses and totals.',
    },
  },
};
