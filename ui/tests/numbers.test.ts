import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PLATFORM = join(import.meta.dirname, '../src/platform');

/**
 * Numbers that the page sends to the host as numbers. Each comes from the host, is chosen, or is
 * already checked by the page. The host would reject an unchecked text before it could name the
 * field in an error.
 */
const GIVEN: Record<string, string> = {
  'dismissAlarm.number': 'of an alarm that is shown',
  'setNextInvoice.number': 'read by wholeNumber, which gives 0 for what is none',
  'lookAtStatement.header': 'a line that is chosen',
  'approveBookings.numbers': 'of bookings that are shown',
  'deliverForBooking.number': 'of a booking that is shown',
  'refundBooking.number': 'of a booking that is shown',
  'setBookingAside.number': 'of a booking that is shown',
  'restoreBooking.number': 'of a booking that is shown',
  'removePayment.number': 'of a payment that is shown',
  'pauseRule.number': 'of a rule that is shown',
  'resumeRule.number': 'of a rule that is shown',
  'removeRule.number': 'of a rule that is shown',
  'setInvoicing.invoicing.days': 'read by wholeNumber, which gives 0 for what is none',
  'contributingRows.form.first_line': 'read by lineNumber, or of a preview',
  'contributingRows.form.header_rows': 'read by lineNumber, or of a preview',
  'contributingRows.form.lines_below': 'read by lineNumber, or of a preview',
  'importDataset.options.form.first_line': 'read by lineNumber, or of a preview',
  'importDataset.options.form.header_rows': 'read by lineNumber, or of a preview',
  'importDataset.options.form.lines_below': 'read by lineNumber, or of a preview',
  'previewCsv.form.first_line': 'read by lineNumber, or of a preview',
  'previewCsv.form.header_rows': 'read by lineNumber, or of a preview',
  'previewCsv.form.lines_below': 'read by lineNumber, or of a preview',
  'seenValues.form.first_line': 'read by lineNumber, or of a preview',
  'seenValues.form.header_rows': 'read by lineNumber, or of a preview',
  'seenValues.form.lines_below': 'read by lineNumber, or of a preview',
  'exportFigures.level': 'of a level that is held',
  'holdingCorrelations.level': 'of a level that is held',
  'holdingFit.level': 'of a level that is held',
  'holdingGroups.level': 'of a level that is held',
  'contributingRows.schema.columns.decimals': 'of a preview',
  'importDataset.options.schema.columns.decimals': 'of a preview',
  'linkDataset.options.form.first_line': 'ignored, and always null',
  'linkDataset.options.form.header_rows': 'ignored, and always null',
  'linkDataset.options.form.lines_below': 'ignored, and always null',
  'linkDataset.options.schema.columns.decimals': 'of a preview',
};

const source = (file: string) => readFileSync(join(PLATFORM, file), 'utf8');

/** The declaration of a generated type without comments, or `null` for a built-in type. */
function declared(type: string): string | null {
  try {
    return source(`types/${type}.ts`)
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
      .replace(/import type .*\n/g, '')
      .replace(/"[^"]*"/g, 'string');
  } catch {
    return null;
  }
}

/** The paths of the numbers in a type. */
function numbersIn(type: string, at: string, within: readonly string[] = []): string[] {
  const found: string[] = [];
  // The members of an object, `name: type,`.
  const members = [...type.matchAll(/([a-z_]+)\??: ([^,;}]+(?:<[^>]*>)?)/g)];
  const parts: [string, string][] =
    members.length > 0
      ? members.map(([, name = '', of = '']) => [`${at}.${name}`, of])
      : [[at, type]];
  for (const [place, of] of parts) {
    if (/\bnumber\b/.test(of)) found.push(place);
    for (const [name] of of.matchAll(/\b[A-Z][A-Za-z]+\b/g)) {
      const below = within.includes(name) ? null : declared(name);
      if (below !== null) found.push(...numbersIn(body(below), place, [...within, name]));
    }
  }
  return [...new Set(found)];
}

const body = (declaration: string) => declaration.replace(/^[\s\S]*?export type \w+ = /, '');

/** Each command with its parameters. */
const commands = [...source('commands.ts').matchAll(/^ {2}(\w+): \(([^)]*)\): Promise/gm)].map(
  ([, name = '', parameters = '']) => ({ name, parameters }),
);

describe('what the page asks of its host', () => {
  it('has typed numbers as texts, which the host reads with the error of their field', () => {
    expect(commands.length).toBeGreaterThan(100);
    const found = commands.flatMap(({ name, parameters }) =>
      [...parameters.matchAll(/(\w+): ([^,]+(?:<[^>]*>)?)/g)].flatMap(
        ([, parameter = '', type = '']) => numbersIn(type, `${name}.${parameter}`),
      ),
    );
    expect(found.sort()).toEqual(Object.keys(GIVEN).sort());
  });

  it('is looked through to the last type', () => {
    expect(numbersIn('{ a: number, b: string | null }', 'x')).toEqual(['x.a']);
    expect(numbersIn('Array<RuleNumber>', 'x')).toEqual(['x']);
    expect(numbersIn('ListingView', 'x')).toContain('x.tariff.minor');
  });
});
