import type { AttributeKind } from '../../platform/types/AttributeKind';
import type { ColumnView } from '../../platform/types/ColumnView';
import type { DatasetView } from '../../platform/types/DatasetView';
import type { ListingView } from '../../platform/types/ListingView';
import type { CrossedForm } from '../../platform/types/CrossedForm';
import type { VariableForm } from '../../platform/types/VariableForm';
import type { VariableRole } from '../../platform/types/VariableRole';
import { CROSSED, GROUPS, VARIABLES } from '../../platform/types/kindOptions';
import { ColumnRows } from './columnRows.svelte';
import {
  blank,
  comparisons,
  formOf,
  isKnownElsewhere,
  KINDS,
  ofDataset,
  ofNumbers,
  OWN,
  publicRowsOf,
  rolesOf,
  takes,
  unbinned,
  unbounded,
  type Picked,
  type Typed,
} from './draft';
import { dropDraft, keepDraft, keptDrafts } from './drafts';
import { ProposedPayTo } from './proposedPayTo.svelte';

/** The bins of a column that was not chosen. */
const noBins = () => ({ bins: [], edges: [], blocks: 'none' });

/**
 * The form of a new listing. What was typed is kept as it was; what is offered, and what is taken
 * of it, follow from the dataset. A draft of the home comes back where it was left.
 */
export class ListingForm {
  typed = $state<Typed>() as Typed;
  /** Whether the form has the draft that was left. */
  resumed = $state(false);
  /** Proposal of where it is to be paid. */
  readonly proposed = new ProposedPayTo();
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
    this.#resume();
  }

  /** What was left comes back, unless something else was asked for. */
  #resume(): void {
    const asked = this.#asked;
    const left = keptDrafts(this.#home).find((one) => asked === '' || asked === one.dataset);
    if (left) {
      this.typed = left;
      keepDraft(this.#home, this.typed);
      this.resumed = true;
    } else this.afresh();
  }

  /** Gives up the copy, for the draft that was there before it. */
  giveUpCopy(): void {
    this.done();
    this.#resume();
  }

  /** Begins with nothing in it. */
  afresh(): void {
    const kind = this.#asked === OWN ? 'value' : 'count';
    this.typed = blank(this.#asked, kind, this.#currency);
    this.typed.payTo = this.proposed.address;
    this.resumed = false;
    // What is kept is the very object that is typed into.
    keepDraft(this.#home, this.typed);
  }

  /** Proposes where it is to be paid, once, and only where nothing was left. */
  proposePayTo(listings: ListingView[]): void {
    this.proposed.propose(listings, this.typed, !this.resumed && this.typed.copyOf === null);
  }

  /** It is signed or given up: nothing of it comes back. */
  done(): void {
    dropDraft(this.#home, this.typed);
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
      const { crossed, variables, groups } = blank(name, this.kind, '');
      const none = { column: '', filters: [], crossed, variables, groups };
      Object.assign(this.typed, { ...none, ...noBins() });
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

  /**
   * The kinds that can be made: of numbers only where a column has some, of several columns only
   * where there are as many.
   */
  readonly kinds = $derived(
    KINDS.filter(
      (kind) =>
        ofDataset(kind) !== this.own &&
        (!ofNumbers(kind) || this.#columns.some((column) => column.column_type === 'number')) &&
        (!takes(kind, 'columns') || this.#columns.length >= CROSSED.least) &&
        (!takes(kind, 'variables') || this.variables.columns.length >= VARIABLES.least),
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
    if (name !== this.columnName) Object.assign(this.typed, noBins());
    this.typed.column = name;
  }

  /** Whether the public number of rows, as it is shown, is said to be known elsewhere. */
  get rowsKnownElsewhere(): boolean {
    return isKnownElsewhere(this.now);
  }

  set rowsKnownElsewhere(known: boolean) {
    this.typed.knownElsewhere = known ? publicRowsOf(this.now) : null;
  }

  /** Whether the bins of the column are between edges. */
  get betweenEdges(): boolean {
    return this.column?.column_type === 'number' && this.typed.binWay === 'edges';
  }

  /** The columns that are crossed. */
  readonly crossed = new ColumnRows<CrossedForm>({
    get: () => this.typed.crossed,
    set: (rows) => (this.typed.crossed = rows),
    columns: () => this.#columns,
    fresh: (column) => unbinned(column?.name),
    limits: CROSSED,
  });

  /** The variables of moments. */
  readonly variables = new ColumnRows<VariableForm>({
    get: () => this.typed.variables,
    set: (rows) => (this.typed.variables = rows),
    columns: () => this.#columns.filter((column) => rolesOf(column.column_type).length > 0),
    fresh: (column) => unbounded(column?.name, column && rolesOf(column.column_type)[0]),
    limits: VARIABLES,
  });

  /** The columns that moments are grouped by: no variables. */
  readonly groups = new ColumnRows<CrossedForm>({
    get: () => this.typed.groups,
    set: (rows) => (this.typed.groups = rows),
    columns: () => this.#columns.filter((column) => !this.variables.shown.includes(column)),
    fresh: (column) => unbinned(column?.name),
    limits: GROUPS,
  });

  /** What buyers learn of a variable: what was chosen, if its column has it. */
  roleOf(index: number): VariableRole {
    const role = this.typed.variables[index]?.role ?? 'squares';
    const roles = rolesOf(this.variables.shown[index]?.column_type ?? 'number');
    return roles.includes(role) ? role : (roles[0] ?? role);
  }

  #named(name: string): ColumnView | undefined {
    return this.#columns.find((column) => column.name === name);
  }

  /** Every column, for conditions. */
  get allColumns(): ColumnView[] {
    return this.#columns;
  }

  addCondition(): void {
    const [column] = this.#columns;
    if (!column) return;
    const { name, column_type: type } = column;
    this.typed.filters.push({ column: name, type, operator: '==', value: '' });
  }

  /** Compares another column: its values are others, and it may have no order. */
  compare(condition: Picked, name: string): void {
    const column = this.#named(name);
    if (!column) return;
    const type = column.column_type;
    const keeps = comparisons(type).includes(condition.operator);
    const operator = keeps ? condition.operator : '==';
    Object.assign(condition, { column: name, type, operator, value: '' });
  }

  /** Typed values, with defaults in place of missing ones. */
  readonly now = $derived<Typed>({
    ...this.typed,
    dataset: this.dataset,
    kind: this.kind,
    column: this.columnName,
    crossed: this.crossed.now,
    variables: this.variables.now.map((one, i) => ({ ...one, role: this.roleOf(i) })),
    groups: this.groups.now,
  });

  /** The form as the host reads it: a copy, which follows each cell of its lists. */
  readonly sent = $derived($state.snapshot(formOf(this.now)));
}
