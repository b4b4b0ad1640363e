/** What may be dropped onto the window: a table to import, or something to check. */
export type Kind = 'table' | 'check';

const ENDINGS: Record<string, Kind> = {
  csv: 'table',
  tsv: 'table',
  ledger: 'check',
  bundle: 'check',
  copy: 'check',
  checkpoint: 'check',
  jws: 'check',
  opening: 'check',
};

/** What a file is by its ending; null where that says nothing. */
export function kindOf(path: string): Kind | null {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const ending = name.includes('.') ? (name.split('.').at(-1) ?? '') : '';
  return ENDINGS[ending.toLowerCase()] ?? null;
}

/**
 * What to do with files dropped together: one table, or all that can be checked; null where nothing
 * can be done.
 */
export type Drop = { kind: Kind; paths: string[] };

/**
 * Sorts what was dropped. A screen that is open (`here`) takes files whose ending says nothing;
 * more than one table is one too many to import at once, so the first is taken.
 */
export function sort(paths: string[], here: Kind | null): Drop | null {
  const checks = paths.filter((path) => kindOf(path) === 'check');
  const tables = paths.filter((path) => kindOf(path) === 'table');
  const unknown = paths.filter((path) => kindOf(path) === null);
  if (here === 'check' && paths.length > tables.length)
    return { kind: 'check', paths: [...checks, ...unknown] };
  if (here === 'table' && checks.length === 0) return first([...tables, ...unknown]);
  if (checks.length > 0) return { kind: 'check', paths: checks };
  return first(tables);
}

function first(tables: string[]): Drop | null {
  const [path] = tables;
  return path === undefined ? null : { kind: 'table', paths: [path] };
}
