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
  finish: 'End the tour',
  leaveTour: 'Leave the tour',
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
      title: 'What you approved arrives',
      text: 'You are Northern Insurance now. Collect what has arrived: the signed answer that the clinic approved a moment ago is verified before it is stored.',
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
