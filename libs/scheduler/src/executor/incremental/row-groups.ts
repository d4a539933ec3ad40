import type { Combination, Scale } from '../../evidence.js';
import { NO_DOMAIN } from '../../plugin.js';
import type { StatusTable } from '../../statuses.js';
import type { Ranking } from '../../tie-break/index.js';
import { GroupRanking, type GroupTop } from './group-ranking.js';
import type { ColumnChanges, KeptColumn } from './kept-column.js';
import type { KeptFilter } from './kept-filters.js';
import type { KeptScore } from './kept-scores.js';
import type { NodeOrder } from './node-order.js';
import { RowGroup } from './row-group.js';
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
  readonly #groupOf: Int32Array;
  readonly #lists: Uint32Array;
  readonly #locals: Float64Array;
  readonly #byKey = new Map<number, RowGroup>();
  readonly #chains = new Map<number, number>();
  readonly #values = new Map<number, number>();
  readonly #groups: RowGroup[] = [];
  /** Larger than any rank, so that own parts and ranks fit in one number, own parts first. */
  readonly #ranks: number;
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
    this.#ranks = 2 ** Math.ceil(Math.log2(order.rows.length + 1));
    this.#groupOf = new Int32Array(order.rows.length).fill(-1);
    this.#lists = new Uint32Array(order.rows.length);
    this.#locals = new Float64Array(order.rows.length);
    for (let row = 0; row < order.rows.length; row += 1) this.#enter(row);
    for (const group of this.#groups) this.#refill(group);
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
    void this.scales;
    const tops: GroupTop[] = [];
    for (const group of this.#groups) {
      if (!group.isFeasible) continue;
      const key = group.heap.top(this.#isGood(group));
      if (key !== undefined) tops.push({ group, key });
    }
    return new GroupRanking(tops, {
      order: this.#columns.order,
      ranks: this.#ranks,
      second: (group) => group.heap.second(this.#isGood(group)),
      rowsWith: (total) => this.#columns.order.rows.filter((row) => this.isFeasible(row) && this.#group(row).part + (this.#locals[row] ?? 0) === total),
    });
  }

  #group(row: number): RowGroup {
    const group = this.#groups[this.#groupOf[row] ?? -1];
    if (group === undefined) throw new RangeError(`row ${row} is in no group`);
    return group;
  }

  readonly #goodness = new WeakMap<RowGroup, (key: number) => boolean>();

  /** Whether a key is what a row of the group has now. */
  #isGood(group: RowGroup): (key: number) => boolean {
    const known = this.#goodness.get(group);
    if (known !== undefined) return known;
    const isGood = (key: number): boolean => {
      const row = this.#rowOfKey(key);
      return this.#groupOf[row] === group.id && this.#lists[row] === 0 && this.#keyOf(row) === key;
    };
    this.#goodness.set(group, isGood);
    return isGood;
  }

  /** Own part first; of equals the first by name is the largest. */
  #keyOf(row: number): number {
    return (this.#locals[row] ?? 0) * this.#ranks + (this.#ranks - 1 - (this.#columns.order.ranks[row] ?? 0));
  }

  #rowOfKey(key: number): number {
    return this.#columns.order.rows[this.#ranks - 1 - (key - Math.floor(key / this.#ranks) * this.#ranks)] ?? 0;
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
    group.count(this.#lists[row] ?? 0, this.#locals[row] ?? 0, 1);
    if (group.isFeasible !== wasFeasible) this.#scales = null;
  }

  #leave(row: number): RowGroup {
    const group = this.#group(row);
    const wasFeasible = group.isFeasible;
    group.count(this.#lists[row] ?? 0, this.#locals[row] ?? 0, -1);
    if (group.isFeasible !== wasFeasible) this.#scales = null;
    return group;
  }

  #push(row: number, group: RowGroup): void {
    if (this.#lists[row] !== 0) return;
    group.heap.push(this.#keyOf(row));
    if (group.heap.size > 2 * group.passing + 64) this.#refill(group);
  }

  #refill(group: RowGroup): void {
    const keys: number[] = [];
    this.#groupOf.forEach((id, row) => {
      if (id === group.id && this.#lists[row] === 0) keys.push(this.#keyOf(row));
    });
    group.heap.fill(keys);
  }

  #relist(row: number): void {
    const list = this.#listOf(this.#ownFilters, row);
    if (list === this.#lists[row]) return;
    const group = this.#leave(row);
    this.#lists[row] = list;
    this.#join(row, group);
    this.#push(row, group);
    this.#combinations = null;
  }

  #rescore(row: number): void {
    const before = this.#group(row);
    const group = this.#telling.length === 0 ? before : this.#groupFor(row);
    const local = this.#localOf(row);
    if (group === before && local === this.#locals[row]) return;
    if (group === before) {
      if (this.#lists[row] === 0) group.rescore(this.#locals[row] ?? 0, local);
      this.#locals[row] = local;
    } else {
      this.#leave(row);
      this.#locals[row] = local;
      this.#join(row, group);
      this.#combinations = null;
    }
    this.#push(row, group);
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
    let chain = 0;
    for (const { column } of this.#sharedFilters) chain = this.#chain(chain, column, row);
    for (const { column } of this.#sharedScores) if (column.isCoarse) chain = this.#chain(chain, column, row);
    const raws = this.#telling.map(({ column }) => rawOf(column, row));
    for (const raw of raws) chain = this.#number(this.#chains, chain * MOST_NUMBERS + this.#number(this.#values, raw));
    const known = this.#byKey.get(chain);
    if (known !== undefined) return known;
    const group = new RowGroup(this.#groups.length, row, raws);
    group.verdicts = this.#listOf(this.#sharedFilters, row);
    this.#groups.push(group);
    this.#byKey.set(chain, group);
    this.#scales = null;
    return group;
  }

  #chain(chain: number, column: KeptColumn<Uint32Array | Float64Array>, row: number): number {
    if (column.values.length === 1 && column.indexOf(row) === 0) return chain;
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
      const scale = range.scale(normalization === 'custom' ? 'none' : normalization);
      feasible.forEach((group, index) => {
        const raw = raws[index] ?? IGNORED;
        if (!Number.isNaN(raw)) group.part += acceptedScore(plugin.name, scale, raw) * weight;
      });
      return scale;
    });
  }

  #rawOfGroup(score: KeptScore, { sample, raws }: RowGroup): number {
    const telling = this.#telling.indexOf(score);
    return telling >= 0 ? (raws[telling] ?? IGNORED) : rawOf(score.column, sample);
  }
}

function rawOf(column: KeptColumn<Uint32Array | Float64Array>, row: number): number {
  const index = column.indexOf(row);
  return index === NO_DOMAIN ? IGNORED : (column.values[index] ?? 0);
}
