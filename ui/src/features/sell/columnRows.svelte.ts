import type { ColumnView } from '../../platform/types/ColumnView';

/** A list of the form: its rows as they are typed, and what a row may be. */
type Source<Row> = {
  get: () => Row[];
  set: (rows: Row[]) => void;
  /** The columns that a row can be of. */
  columns: () => ColumnView[];
  /** A row of a column with nothing else in it. */
  fresh: (column: ColumnView | undefined) => Row;
  limits: { least: number; most: number };
};

/** Rows of a form, each of a different column. A row without a column has the first that is left. */
export class ColumnRows<Row extends { column: string }> {
  readonly #of: Source<Row>;

  constructor(of: Source<Row>) {
    this.#of = of;
  }

  /** The rows as they are typed. */
  get typed(): Row[] {
    return this.#of.get();
  }

  /** The columns that a row can be of. */
  get columns(): ColumnView[] {
    return this.#of.columns();
  }

  /** The columns that were chosen, and for the other rows the first that are left. */
  readonly shown = $derived.by<ColumnView[]>(() => {
    const columns = this.columns;
    const chosen = this.typed.map(({ column }) => columns.find(({ name }) => name === column));
    const left = columns.filter((column) => !chosen.includes(column));
    return chosen.flatMap((column) => column ?? left.shift() ?? []);
  });

  /** The rows with the columns that are shown. */
  readonly now = $derived.by<Row[]>(() =>
    this.shown.map((column, i) => ({
      ...(this.typed[i] ?? this.#of.fresh(column)),
      column: column.name,
    })),
  );

  /**
   * Chooses another column for a row. One that stands in another row already changes places with
   * it, each with what is typed of it.
   */
  choose(index: number, name: string): void {
    const before = this.shown.map((column) => column.name);
    // What is shown of the others stays.
    const typed = this.typed.map((one, i) => ({ ...one, column: before[i] ?? '' }));
    const there = typed[index];
    const other = before.indexOf(name);
    if (!there || other === index) return;
    typed[index] = typed[other] ?? this.#of.fresh(this.columns.find((one) => one.name === name));
    if (other >= 0) typed[other] = there;
    this.#of.set(typed);
  }

  /** Whether there may be one row more. */
  get canAdd(): boolean {
    return this.typed.length < Math.min(this.#of.limits.most, this.columns.length);
  }

  add(): void {
    if (!this.canAdd) return;
    const left = this.columns.find((column) => !this.shown.includes(column));
    this.#of.set([...this.typed, { ...this.#of.fresh(left), column: '' }]);
  }

  get canRemove(): boolean {
    return this.typed.length > this.#of.limits.least;
  }

  remove(index: number): void {
    if (!this.canRemove) return;
    const names = this.shown.map(({ name }) => name);
    // What is shown of the others stays.
    this.#of.set(
      this.typed
        .map((one, i) => ({ ...one, column: names[i] ?? '' }))
        .filter((_, i) => i !== index),
    );
  }
}
