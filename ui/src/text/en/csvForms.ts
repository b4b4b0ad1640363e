/** The forms of an exported CSV file. */
export const csvForms = {
  title: 'Form of the CSV file',
  hint: 'A spreadsheet opens a file by the customs of its country.',
  forms: {
    plain: 'For programs: commas, decimal points',
    comma: 'For spreadsheets: commas, decimal points, byte order mark',
    semicolon: 'For German spreadsheets: semicolons, decimal commas, byte order mark',
  },
};
