/**
 * Kinds of files that may be dropped onto the window: a table to import, a bank statement,
 * something to check, a file that came by mail, or an invitation to a market.
 */
export type Kind = 'table' | 'statement' | 'check' | 'mail' | 'market';

const ENDINGS: Record<string, Kind> = {
  csv: 'table',
  tsv: 'table',
  parquet: 'table',
  xlsx: 'table',
  xlsm: 'table',
  xlsb: 'table',
  xls: 'table',
  ods: 'table',
  xml: 'statement',
  ledger: 'check',
  bundle: 'check',
  copy: 'check',
  checkpoint: 'check',
  jws: 'check',
  opening: 'check',
  listing: 'mail',
  order: 'mail',
  delivery: 'mail',
  market: 'market',
};

/** Kind of a file by its ending; null where that says nothing. */
export function kindOf(path: string): Kind | null {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const ending = name.includes('.') ? (name.split('.').at(-1) ?? '') : '';
  return ENDINGS[ending.toLowerCase()] ?? null;
}

/** What is done with files dropped together: one table or statement, or all that can be checked. */
export type Drop = {
  kind: Kind;
  paths: string[];
  /** Those that could be imported as well, but not at once. */
  left: string[];
};

/**
 * Sorts what was dropped. A screen that is open (`here`) takes files whose ending says nothing, and
 * that of bank statements tables too, as CSV of a bank is one. Tables and statements are imported
 * one at a time, so the first is taken. Null where nothing can be done.
 */
export function sort(paths: string[], here: Kind | null): Drop | null {
  const checks = paths.filter((path) => kindOf(path) === 'check');
  const tables = paths.filter((path) => kindOf(path) === 'table');
  const statements = paths.filter((path) => kindOf(path) === 'statement');
  const unknown = paths.filter((path) => kindOf(path) === null);
  // No screen takes these: they are for the home, whichever is shown.
  const mails = paths.filter((path) => kindOf(path) === 'mail');
  if (mails.length > 0) return { kind: 'mail', paths: mails, left: [] };
  const invitation = first(
    'market',
    paths.filter((path) => kindOf(path) === 'market'),
  );
  if (invitation) return invitation;
  if (here === 'check' && checks.length + unknown.length > 0)
    return { kind: 'check', paths: [...checks, ...unknown], left: [] };
  if (here === 'statement' && checks.length === 0)
    return first('statement', [...statements, ...tables, ...unknown]);
  if (here === 'table' && checks.length + statements.length === 0)
    return first('table', [...tables, ...unknown]);
  if (checks.length > 0) return { kind: 'check', paths: checks, left: [] };
  return first('table', tables) ?? first('statement', statements);
}

function first(kind: Kind, paths: string[]): Drop | null {
  const [path, ...left] = paths;
  return path === undefined ? null : { kind, paths: [path], left };
}
