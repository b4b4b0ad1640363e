import type { AttributeKind } from '../../platform/types/AttributeKind';
import type { ColumnView } from '../../platform/types/ColumnView';
import type { DatasetView } from '../../platform/types/DatasetView';
import { pointed } from '../../lib/format';
import {
  blank,
  comparisons,
  draftOf,
  KINDS,
  ofDataset,
  ofNumbers,
  OWN,
  written,
  type BinWay,
  type Picked,
  type Typed,
} from './draft';
import { dropDraft, keepDraft, keptDraft } from './drafts';

/**
 * The form of a new listing. What was typed is kept as it was; what is offered, and what is taken
 * of it, follow from the dataset. The draft of a home comes back where it was left.
 */
export class ListingForm {
  typed = $state<Typed>() as Typed;
  /** Whether it is the draft that was left. */
  resumed = $state(false);
  readonly #home: string;
  readonly #asked: string;
  readonly #currency: string;
  readonly #datasets: () => DatasetView[] | undefined;

  /** `asked`: the dataset to begin with, or none. `datasets`: those that can be asked, if known. */
  constructor(
    home: string,
    asked: string,
    currency: string,
    datasets: () => DatasetView[] | undefined,
  ) {
    [this.#home, this.#asked, this.#currency, this.#datasets] = [home, asked, currency, datasets];
    const left = keptDraft(home);
    // What was left comes back, unless something else was asked for.
    if (left && written(left) && (asked === '' || asked === left.dataset)) {
      this.typed = left;
      this.resumed = true;
    } else this.afresh();
  }

  /** Begins with nothing in it. */
  afresh(): void {
    const kind = this.#asked === OWN ? 'value' : 'count';
    this.typed = blank(this.#asked, kind, this.#currency);
    this.resumed = false;
    // What is kept is the very object that is typed into.
    keepDraft(this.#home, this.typed);
  }

  /** It is signed: nothing of it comes back. */
  done(): void {
    dropDraft(this.#home);
  }

  /** The dataset's name; empty until it is known which there are. */
  get dataset(): string {
    const known = this.#datasets();
    if (this.typed.dataset !== '' || !known) return this.typed.dataset;
    return known[0]?.name ?? OWN;
  }

  set dataset(name: string) {
    // What was picked of another table's columns is not of this one.
    if (name !== this.dataset) {
      Object.assign(this.typed, { column: '', filters: [], bins: [], edges: [] });
    }
    this.typed.dataset = name;
  }

  readonly of = $derived(this.#datasetOf());
  readonly #columns = $derived<ColumnView[]>(this.of?.columns ?? []);
  /** Whether numbers are the owner's own. */
  readonly own = $derived(this.dataset === OWN);

  #datasetOf(): DatasetView | undefined {
    return this.#datasets()?.find((one) => one.name === this.dataset);
  }

  /** The kinds that can be made: of numbers only where a column has some. */
  readonly kinds = $derived(
    KINDS.filter(
      (kind) =>
        ofDataset(kind) !== this.own &&
        (!ofNumbers(kind) || this.#columns.some((column) => column.column_type === 'number')),
    ),
  );

  get kind(): AttributeKind {
    const [first] = this.kinds;
    return this.kinds.includes(this.typed.kind) ? this.typed.kind : (first ?? 'count');
  }

  set kind(kind: AttributeKind) {
    // The column that is shown stays, where it has what the kind takes.
    this.typed.column = this.columnName;
    this.typed.kind = kind;
  }

  /** The columns that the kind can be made of. */
  readonly columns = $derived(
    this.#columns.filter((column) => !ofNumbers(this.kind) || column.column_type === 'number'),
  );

  readonly column = $derived(
    this.columns.find((one) => one.name === this.typed.column) ?? this.columns[0],
  );

  get columnName(): string {
    return this.column?.name ?? '';
  }

  set columnName(name: string) {
    if (name !== this.columnName) Object.assign(this.typed, { bins: [], edges: [] });
    this.typed.column = name;
  }

  /** Texts have no edges. */
  get binWay(): BinWay {
    return this.column?.column_type === 'text' ? 'values' : this.typed.binWay;
  }

  set binWay(way: BinWay) {
    this.typed.binWay = way;
  }

  /** Every column, for conditions. */
  get allColumns(): ColumnView[] {
    return this.#columns;
  }

  addCondition(): void {
    const [column] = this.#columns;
    if (!column) return;
    const { name, column_type: type } = column;
    this.typed.filters.push({ column: name, type, operator: 'equal', value: '' });
  }

  /** Compares another column: its values are others, and it may have no order. */
  compare(condition: Picked, name: string): void {
    const column = this.#columns.find((one) => one.name === name);
    if (!column) return;
    const type = column.column_type;
    const keeps = comparisons(type).includes(condition.operator);
    const operator = keeps ? condition.operator : 'equal';
    Object.assign(condition, { column: name, type, operator, value: '' });
  }

  /** What is typed, with what is offered in place of what is not there. */
  readonly now = $derived<Typed>({
    ...this.typed,
    dataset: this.dataset,
    kind: this.kind,
    column: this.columnName,
    binWay: this.binWay,
    bins: this.column?.column_type === 'number' ? this.typed.bins.map(pointed) : this.typed.bins,
  });

  readonly draft = $derived(draftOf(this.now));
}
