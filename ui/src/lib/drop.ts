/**
 * Kinds of files that may be dropped onto the window: a table to import, a bank statement, or
 * something to check.
 */
export type Kind = 'table' | 'statement' | 'check';

const ENDINGS: Record<string, Kind> = {
  csv: 'table',
  tsv: 'table',
  xml: 'statement',
  ledger: 'check',
  bundle: 'check',
  copy: 'check',
  checkpoint: 'check',
  jws: 'check',
  opening: 'check',
};

/** Kind of a file by its ending; null where that says nothing. */
export function kindOf(path: string): Kind | null {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const ending = name.includes('.') ? (name.split('.').at(-1) ?? '') : '';
  return ENDINGS[ending.toLowerCase()] ?? null;
}

/**
 * Action for files dropped together: one table or statement, or all that can be checked; null
 * where nothing can be done.
 */
export type Drop = { kind: Kind; paths: string[] };

/**
 * Sorts what was dropped. A screen that is open (`here`) takes files whose ending says nothing, and
 * that of bank statements tables too, as CSV of a bank is one; more than one table or statement is
 * one too many to import at once, so the first is taken.
 */
export function sort(paths: string[], here: Kind | null): Drop | null {
  const checks = paths.filter((path) => kindOf(path) === 'check');
  const tables = paths.filter((path) => kindOf(path) === 'table');
  const statements = paths.filter((path) => kindOf(path) === 'statement');
  const unknown = paths.filter((path) => kindOf(path) === null);
  if (here === 'check' && checks.length + unknown.length > 0)
    return { kind: 'check', paths: [...checks, ...unknown] };
  if (here === 'statement' && checks.length === 0)
    return first('statement', [...statements, ...tables, ...unknown]);
  if (here === 'table' && checks.length + statements.length === 0)
    return first('table', [...tables, ...unknown]);
  if (checks.length > 0) return { kind: 'check', paths: checks };
  return first('table', tables) ?? first('statement', statements);
}

function first(kind: Kind, paths: string[]): Drop | null {
  const [path] = paths;
  return path === undefined ? null : { kind, paths: [path] };
}
