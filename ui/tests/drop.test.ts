import { describe, expect, it } from 'vitest';

import { kindOf, sort } from '../src/lib/drop';
import { systemLanguage } from '../src/lib/settings.svelte';

const table = (path: string, left: string[] = []) => ({ kind: 'table', paths: [path], left });

describe('what is dropped onto the window', () => {
  it('is known by its ending', () => {
    expect(kindOf('/a.b/people.CSV')).toBe('table');
    for (const ending of ['tsv', 'parquet', 'xlsx', 'xlsm', 'xlsb', 'xls', 'ods']) {
      expect(kindOf(`/people.${ending}`)).toBe('table');
    }
    expect(kindOf('C:\\books\\office.ledger')).toBe('check');
    expect(kindOf('/a.csv/readme')).toBeNull();
    expect(kindOf('/a/picture.png')).toBeNull();
  });

  it('goes where it can be used', () => {
    expect(sort(['/a.csv'], null)).toEqual(table('/a.csv'));
    expect(sort(['/a.csv', '/b.ledger', '/c.bundle', '/d.opening'], null)).toEqual({
      kind: 'check',
      paths: ['/b.ledger', '/c.bundle', '/d.opening'],
      left: [],
    });
    expect(sort(['/a.png'], null)).toBeNull();
    expect(sort([], null)).toBeNull();
  });

  it('is for the home if it came by mail, whichever screen is open', () => {
    for (const ending of ['listing', 'order', 'delivery']) {
      expect(kindOf(`/a.${ending}`)).toBe('mail');
    }
    const mail = { kind: 'mail', paths: ['/a.listing', '/b.ORDER'], left: [] };
    for (const here of [null, 'check', 'table', 'statement'] as const) {
      expect(sort(['/a.listing', '/b.ORDER'], here)).toEqual(mail);
    }
    expect(sort(['/a.csv', '/a.listing', '/b.ORDER'], 'table')).toEqual(mail);
    const market = { kind: 'market', paths: ['/a.market'], left: ['/b.market'] };
    expect(sort(['/a.market', '/b.market'], 'check')).toEqual(market);
  });

  it('goes to the screen that is open where its ending says nothing', () => {
    expect(sort(['/a.txt'], 'table')).toEqual(table('/a.txt'));
    expect(sort(['/a.txt'], 'check')).toEqual({ kind: 'check', paths: ['/a.txt'], left: [] });
    expect(sort(['/a.csv'], 'check')).toEqual(table('/a.csv'));
    expect(sort(['/a.ledger'], 'table')).toEqual({ kind: 'check', paths: ['/a.ledger'], left: [] });
  });

  it('is imported one at a time, and says which are left', () => {
    expect(sort(['/a.csv', '/b.csv', '/c.tsv'], null)).toEqual(
      table('/a.csv', ['/b.csv', '/c.tsv']),
    );
    expect(sort(['/a.xml', '/b.xml'], 'statement')?.left).toEqual(['/b.xml']);
  });

  it('is a bank statement by its ending, and where statements are imported', () => {
    const statement = (path: string) => ({ kind: 'statement', paths: [path], left: [] });
    expect(sort(['/a.xml'], null)).toEqual(statement('/a.xml'));
    expect(sort(['/a.xml'], 'table')).toEqual(statement('/a.xml'));
    expect(sort(['/a.xml'], 'check')).toEqual(statement('/a.xml'));
    for (const path of ['/a.csv', '/a.c53']) {
      expect(sort([path], 'statement')).toEqual(statement(path));
    }
    expect(sort(['/a.csv'], null)).toEqual(table('/a.csv'));
  });
});

describe('the language to begin with', () => {
  it('is the first of the system that is spoken here', () => {
    expect(systemLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(systemLanguage(['c'])).toBe('en');
    expect(systemLanguage([])).toBe('en');
  });
});
