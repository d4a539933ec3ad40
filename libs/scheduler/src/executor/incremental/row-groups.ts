import type { Combination, Scale } from '../../evidence.js';
import { NO_DOMAIN } from '../../plugin.js';
import type { StatusTable } from '../../statuses.js';
import type { Ranking } from '../../tie-break/index.js';
import { GroupRanking, type GroupTop } from './group-ranking.js';
import type { ColumnChanges, KeptColumn } from './kept-column.js';
import type { KeptFilter } from './kept-filters.js';
import type { KeptScore } from './kept-scores.js';
import type { NodeOrder } from './node-order.js';
import { RowGroup, type GroupPlace } from './row-group.js';
import { acceptedScore, RawRange, type RangeScale } from './scales.js';

/** What groups are made of. */
export interface GroupedColumns {
  readonly filters: readonly KeptFilter[];
  readonly scores: readonly KeptScore[];
  readonly order: NodeOrder;
  readonly statuses: StatusTable;
}

/** Stands for a raw score that a row has none of. */
const IGNORED = NaN;

/** Numbers of values and of chains of them stay below this. */
const MOST_NUMBERS = 2 ** 26;

/**
 * The rows of a class in groups, so that one decision looks at groups and not at rows: what changed of a row moves it inside its
 * group or to another one, and what changed of a domain changes what its groups have in common.
 */
export class RowGroups {
  readonly #columns: GroupedColumns;
  readonly #ownFilters: readonly KeptFilter[];
  readonly #sharedFilters: readonly KeptFilter[];
  readonly #ownScores: readonly KeptScore[];
  readonly #sharedScores: readonly KeptScore[];
  /** Scaled scores whose raw value makes a row one of its group. */
  readonly #telling: readonly KeptScore[];
  /** Columns whose domains part the rows. */
  readonly #parting: readonly KeptColumn<Uint32Array | Float64Array>[];
  /** Nothing parts the rows. */
  readonly #isSingle: boolean;
  readonly #groupOf: Int32Array;
  readonly #lists: Uint32Array;
  readonly #locals: Float64Array;
  readonly #byKey = new Map<number, RowGroup>();
  readonly #chains = new Map<number, number>();
  readonly #values = new Map<number, number>();
  readonly #groups: RowGroup[] = [];
  #combinations: readonly Combination[] | null = null;
  #scales: readonly Scale[] | null = null;

  constructor(columns: GroupedColumns) {
    const { filters, scores, order } = columns;
    this.#columns = columns;
    this.#ownFilters = filters.filter(({ column }) => !column.isCoarse);
    this.#sharedFilters = filters.filter(({ column }) => column.isCoarse);
    this.#ownScores = scores.filter(({ column, normalization }) => normalization === 'none' && !column.isCoarse);
    this.#sharedScores = scores.filter(({ column, normalization }) => normalization !== 'none' || column.isCoarse);
    this.#telling = this.#sharedScores.filter(({ column }) => !column.isCoarse);
    const coarse = [...this.#sharedFilters, ...this.#sharedScores].map(({ column }) => column).filter(({ isCoarse }) => isCoarse);
    this.#parting = coarse.filter(({ isUniform }) => !isUniform);
    this.#isSingle = this.#parting.length === 0 && this.#telling.length === 0;
    this.#groupOf = new Int32Array(order.rows.length).fill(-1);
    this.#lists = new Uint32Array(order.rows.length);
    this.#locals = new Float64Array(order.rows.length);
    for (let row = 0; row < order.rows.length; row += 1) this.#enter(row);
    this.#judge();
  }

  /** Nodes by what is said of them; the same object while that is the same. */
  get combinations(): readonly Combination[] {
    this.#combinations ??= this.#combine();
    return this.#combinations;
  }

  /** Whether these are the scores that the groups are made for. */
  isOf(scores: readonly KeptScore[]): boolean {
    const own = this.#columns.scores;
    return own.length === scores.length && own.every(({ column }, index) => column === scores[index]?.column);
  }

  isFeasible(row: number): boolean {
    return this.#lists[row] === 0 && this.#group(row).verdicts === 0;
  }

  verdictsChanged({ shared, rows }: ColumnChanges): void {
    for (const row of rows) this.#relist(row);
    if (shared) this.#judge();
  }

  scoresChanged({ shared, rows }: ColumnChanges): void {
    for (const row of rows) this.#rescore(row);
    if (shared) this.#scales = null;
  }

  /** Of each score plugin, in order. @throws PluginFailure for a score that the framework does not accept */
  get scales(): readonly Scale[] {
    this.#scales ??= this.#scale();
    return this.#scales;
  }

  /** @throws PluginFailure for a score that the framework does not accept */
  ranking(): Ranking {
    const { order } = this.#columns;
    void this.scales;
    const tops: GroupTop[] = [];
    for (const group of this.#groups) {
      const place = group.isFeasible ? group.top() : undefined;
      if (place !== undefined) tops.push({ group, place });
    }
    const rowsWith = (total: number): Iterable<number> =>
      order.rows.filter((row) => this.isFeasible(row) && this.#group(row).part + (this.#locals[row] ?? 0) === total);
    return new GroupRanking(tops, { order, rowsWith });
  }

  #group(row: number): RowGroup {
    const group = this.#groups[this.#groupOf[row] ?? -1];
    if (group === undefined) throw new RangeError(`row ${row} is in no group`);
    return group;
  }

  #placeOf(row: number): GroupPlace {
    return { local: this.#locals[row] ?? 0, rank: this.#columns.order.ranks[row] ?? 0 };
  }

  #enter(row: number): void {
    this.#lists[row] = this.#listOf(this.#ownFilters, row);
    this.#locals[row] = this.#localOf(row);
    this.#join(row, this.#groupFor(row));
  }

  #join(row: number, group: RowGroup): void {
    if (group.size === 0) this.#scales = null;
    const wasFeasible = group.isFeasible;
    this.#groupOf[row] = group.id;
    group.enter(this.#lists[row] ?? 0, this.#placeOf(row));
    if (group.isFeasible !== wasFeasible) this.#scales = null;
  }

  #leave(row: number): RowGroup {
    const group = this.#group(row);
    const wasFeasible = group.isFeasible;
    group.leave(this.#lists[row] ?? 0, this.#placeOf(row));
    if (group.isFeasible !== wasFeasible) this.#scales = null;
    return group;
  }

  #relist(row: number): void {
    const list = this.#listOf(this.#ownFilters, row);
    if (list === this.#lists[row]) return;
    const group = this.#leave(row);
    this.#lists[row] = list;
    this.#join(row, group);
    this.#combinations = null;
  }

  #rescore(row: number): void {
    const before = this.#group(row);
    const group = this.#telling.length === 0 ? before : this.#groupFor(row);
    const local = this.#localOf(row);
    if (group === before && local === this.#locals[row]) return;
    if (group === before) {
      if (this.#lists[row] === 0) group.rescore(this.#columns.order.ranks[row] ?? 0, this.#locals[row] ?? 0, local);
      this.#locals[row] = local;
    } else {
      this.#leave(row);
      this.#locals[row] = local;
      this.#join(row, group);
      this.#combinations = null;
    }
  }

  #listOf(filters: readonly KeptFilter[], row: number): number {
    let list = 0;
    for (const { column } of filters) {
      if (column.marked === 0) continue;
      const verdict = column.values[column.indexOf(row)] ?? 0;
      if (verdict !== 0) list = this.#columns.statuses.append(list, verdict);
    }
    return list;
  }

  #localOf(row: number): number {
    let sum = 0;
    for (const { bound: { weight }, column } of this.#ownScores) sum += (column.values[column.indexOf(row)] ?? 0) * weight;
    return sum;
  }

  /** Groups are known by a chain of numbers: the domains of the row, and numbers of its raw scores. */
  #groupFor(row: number): RowGroup {
    if (this.#isSingle && this.#groups[0] !== undefined) return this.#groups[0];
    let chain = 0;
    for (const column of this.#parting) chain = this.#chain(chain, column, row);
    const raws = this.#telling.map(({ column }) => rawOf(column, row));
    for (const raw of raws) chain = this.#number(this.#chains, chain * MOST_NUMBERS + this.#number(this.#values, raw));
    const known = this.#byKey.get(chain);
    if (known !== undefined) return known;
    const group = new RowGroup(this.#groups.length, row, { raws, capacity: this.#columns.order.rows.length });
    group.verdicts = this.#listOf(this.#sharedFilters, row);
    this.#groups.push(group);
    this.#byKey.set(chain, group);
    this.#scales = null;
    return group;
  }

  #chain(chain: number, column: KeptColumn<Uint32Array | Float64Array>, row: number): number {
    const domain = column.indexOf(row);
    return this.#number(this.#chains, chain * MOST_NUMBERS + (domain === NO_DOMAIN ? MOST_NUMBERS - 1 : domain) + 1);
  }

  #number(numbers: Map<number, number>, value: number): number {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    if (numbers.size + 1 >= MOST_NUMBERS) throw new RangeError('too many different groups');
    numbers.set(value, numbers.size + 1);
    return numbers.size;
  }

  /** What filters of few domains say of each group. */
  #judge(): void {
    for (const group of this.#groups) {
      const verdicts = this.#listOf(this.#sharedFilters, group.sample);
      if (verdicts === group.verdicts) continue;
      if (group.passing > 0 && (verdicts === 0) !== (group.verdicts === 0)) this.#scales = null;
      group.verdicts = verdicts;
      this.#combinations = null;
    }
  }

  #combine(): readonly Combination[] {
    const counts = new Map<number, { list: number; verdicts: number; rows: number }>();
    for (const { lists, verdicts } of this.#groups) {
      for (const [list, rows] of lists) {
        const key = list * MOST_NUMBERS + verdicts;
        const known = counts.get(key);
        if (known === undefined) counts.set(key, { list, verdicts, rows });
        else known.rows += rows;
      }
    }
    return Array.from(counts.values(), ({ list, verdicts, rows }) => {
      const failures = this.#inOrder(list, verdicts);
      return { first: failures[0] ?? 0, failures, rows };
    });
  }

  /** Both lists as one, in the order of the filters. */
  #inOrder(list: number, verdicts: number): readonly number[] {
    const { statuses, filters } = this.#columns;
    if (list === 0 || verdicts === 0) return statuses.lists[list || verdicts] ?? [];
    const said = [...(statuses.lists[list] ?? []), ...(statuses.lists[verdicts] ?? [])];
    return filters.flatMap(({ bound }) => said.filter((id) => statuses.get(id).plugin === bound.plugin.name));
  }

  /** The scales of all scores, and what each group's rows have in common of their totals. */
  #scale(): readonly Scale[] {
    const feasible = this.#groups.filter(({ isFeasible }) => isFeasible);
    for (const group of feasible) group.part = 0;
    return this.#columns.scores.map((score): RangeScale => {
      const { bound: { plugin, weight }, normalization } = score;
      if (this.#ownScores.includes(score)) return { kind: 'none' };
      const range = new RawRange();
      const raws = feasible.map((group) => this.#rawOfGroup(score, group));
      for (const raw of raws) if (!Number.isNaN(raw)) range.add(raw);
      const scale = range.scale(normalization);
      feasible.forEach((group, index) => {
        const raw = raws[index] ?? IGNORED;
        if (!Number.isNaN(raw)) group.part += acceptedScore(plugin.name, scale, raw) * weight;
      });
      return scale;
    });
  }

  #rawOfGroup(score: KeptScore, { sample, shape: { raws } }: RowGroup): number {
    const telling = this.#telling.indexOf(score);
    return telling >= 0 ? (raws[telling] ?? IGNORED) : rawOf(score.column, sample);
  }
}

function rawOf(column: KeptColumn<Uint32Array | Float64Array>, row: number): number {
  const index = column.indexOf(row);
  return index === NO_DOMAIN ? IGNORED : (column.values[index] ?? 0);
}
