import type { Combination, Scale, StatusTable } from '../../evidence/index.js';
import { NO_DOMAIN } from '../../plugin.js';
import type { Ranking } from '../../tie-break/index.js';
import { combineGroups } from './combinations.js';
import { GroupRanking, type GroupTop } from './group-ranking.js';
import type { ColumnChanges, KeptColumn } from './kept-column.js';
import type { KeptFilter } from './kept-filters.js';
import type { KeptScore } from './kept-scores.js';
import type { NodeOrder } from './node-order.js';
import { ABSENT, type LocalBest } from './local-best.js';
import { LocalSets } from './local-sets.js';
import { RankBlocks } from './rank-blocks.js';
import { NO_MEMBER, RowGroup } from './row-group.js';
import { IGNORED, inRange, isOwn, ownPart, rawOf, tellingOf, type OwnScore } from './row-values.js';
import { acceptedScore, RawRange, type RangeScale } from './scales.js';

/** What groups are made of. */
export interface GroupedColumns {
  readonly filters: readonly KeptFilter[];
  readonly scores: readonly KeptScore[];
  readonly order: NodeOrder;
  readonly statuses: StatusTable;
}

/** Numbers of values and of chains of them stay below this. */
const MOST_NUMBERS = 2 ** 26;

/**
 * The rows of a class in groups, so that one decision looks at groups and not at rows: what changed of a row moves it
 * inside its group or to another one, and what changed of a domain changes what its groups have in common.
 */
export class RowGroups {
  readonly #columns: GroupedColumns;
  readonly #ownFilters: readonly KeptFilter[];
  readonly #sharedFilters: readonly KeptFilter[];
  readonly #ownScores: readonly OwnScore[];
  readonly #sharedScores: readonly KeptScore[];
  /** Scaled scores whose raw value, or what tells it, makes a row one of its group. */
  readonly #telling: readonly KeptScore[];
  /** Plugins say of rows that they are alike: these remain in their groups until something moves on them. */
  readonly #hasAlike: boolean;
  /** Some raw score makes its row one of a group: where it is another one, the row comes to another group. */
  readonly #hasOwnTelling: boolean;
  /** Columns whose domains part the rows. */
  readonly #parting: readonly KeptColumn<Uint32Array | Float64Array>[];
  readonly #isSingle: boolean;
  readonly #groupOf: Int32Array;
  /** By row: what filters say that is its own. Null: nothing of any row. */
  #lists: Uint32Array | null;
  /** By rank: what is the row's own of its total; `ABSENT` where a filter fails that is its own. */
  readonly #locals: Int32Array;
  readonly #byKey = new Map<number, RowGroup>();
  readonly #chains = new Map<number, number>();
  readonly #values = new Map<number, number>();
  readonly #groups: RowGroup[] = [];
  /** By what rows have in common of the domains that part them, and what alone tells them apart in it. */
  readonly #byReported = new Map<number, Map<number, RowGroup>>();
  /** Those of the base that was looked up last. */
  #last: { readonly base: number; readonly byReported: Map<number, RowGroup> } | null = null;
  #combinations: readonly Combination[] | null = null;
  #scales: readonly Scale[] | null = null;

  constructor(columns: GroupedColumns) {
    const { filters, scores, order } = columns;
    this.#columns = columns;
    this.#ownFilters = filters.filter(({ column }) => !column.isCoarse);
    this.#sharedFilters = filters.filter(({ column }) => column.isCoarse);
    this.#ownScores = scores
      .filter(isOwn)
      .map(({ bound: { weight }, column }) => ({ weight, column, of: column.domains?.of ?? null }));
    this.#sharedScores = scores.filter((score) => !isOwn(score));
    this.#telling = this.#sharedScores.filter(({ column }) => !column.isCoarse);
    this.#hasAlike = this.#telling.some(({ prepared }) => prepared.alike !== undefined);
    this.#hasOwnTelling = this.#telling.some(({ prepared }) => prepared.alike === undefined);
    const coarse = [...this.#sharedFilters, ...this.#sharedScores]
      .map(({ column }) => column)
      .filter(({ isCoarse }) => isCoarse);
    this.#parting = coarse.filter(({ isUniform }) => !isUniform);
    this.#isSingle = RowGroups.areOne(filters, scores);
    this.#groupOf = new Int32Array(this.#isSingle ? 0 : order.rows.length);
    this.#lists = this.#ownLists();
    this.#locals = this.#ownParts();
    if (this.#isSingle) this.#enterAll();
    else for (let rank = 0; rank < order.rows.length; rank += 1) this.#enter(order.rows[rank] ?? 0, rank);
    this.#judge();
  }

  /** Whether nothing parts the rows: all are one group, which is made as fast as they are looked through. */
  static areOne(filters: readonly KeptFilter[], scores: readonly KeptScore[]): boolean {
    return (
      scores.every((score) => isOwn(score) || score.column.isUniform) &&
      filters.every(({ column }) => !column.isCoarse || column.isUniform)
    );
  }

  /** What the groups take, roughly. */
  get bytes(): number {
    let bytes = this.#groupOf.byteLength + (this.#lists?.byteLength ?? 0) + this.#locals.byteLength;
    for (const { best } of this.#groups) bytes += best.bytes;
    return bytes;
  }

  /** Nodes by what is said of them; the same object while that is the same. */
  get combinations(): readonly Combination[] {
    this.#combinations ??= combineGroups(this.#groups, this.#columns);
    return this.#combinations;
  }

  /** Whether these are the scores that the groups are made for. */
  isOf(scores: readonly KeptScore[]): boolean {
    const own = this.#columns.scores;
    return own.length === scores.length && own.every(({ column }, index) => column === scores[index]?.column);
  }

  isFeasible(row: number): boolean {
    return this.#listAt(row) === 0 && this.#group(row).verdicts === 0;
  }

  verdictsChanged({ shared, rows }: ColumnChanges): void {
    for (const list of rows) for (let at = 0; at < list.length; at += 1) this.#relist(list[at] ?? 0);
    if (shared) this.#judge();
  }

  /** @param moved rows on which pods came or went since */
  scoresChanged({ shared, rows, alike }: ColumnChanges, moved: Uint32Array): void {
    for (const list of rows) for (let at = 0; at < list.length; at += 1) this.#rescore(list[at] ?? 0);
    if (this.#hasAlike)
      for (let at = 0; at < moved.length; at += 1) this.#regroup(moved[at] ?? 0, this.#group(moved[at] ?? 0));
    if (alike) for (const group of this.#groups) if (group.size > 0) this.#tell(group, this.#memberOf(group));
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
      const place = group.isFeasible ? group.best.top() : undefined;
      if (place !== undefined) tops.push({ group, place });
    }
    const rowsWith = (total: number): Iterable<number> =>
      order.rows.filter(
        (row, rank) => this.isFeasible(row) && this.#group(row).part + (this.#locals[rank] ?? 0) === total,
      );
    return new GroupRanking(tops, { order, rowsWith });
  }

  #group(row: number): RowGroup {
    const group = this.#groups[this.#isSingle ? 0 : (this.#groupOf[row] ?? -1)];
    if (group === undefined) throw new RangeError(`row ${row} is in no group`);
    return group;
  }

  #listAt(row: number): number {
    return this.#lists?.[row] ?? 0;
  }

  #ownLists(): Uint32Array | null {
    if (this.#ownFilters.every(({ column }) => column.marked === 0)) return null;
    const lists = new Uint32Array(this.#columns.order.rows.length);
    for (let row = 0; row < lists.length; row += 1) lists[row] = this.#listOf(this.#ownFilters, row);
    return lists;
  }

  /** By rank; score by score, so that each loop reads one array. */
  #ownParts(): Int32Array {
    const { rows } = this.#columns.order;
    const parts = new Int32Array(rows.length);
    for (const score of this.#ownScores) {
      for (let rank = 0; rank < parts.length; rank += 1)
        parts[rank] = inRange((parts[rank] ?? 0) + ownPart(score, rows[rank] ?? 0));
    }
    const lists = this.#lists;
    if (lists === null) return parts;
    for (let rank = 0; rank < parts.length; rank += 1) if (lists[rows[rank] ?? 0] !== 0) parts[rank] = ABSENT;
    return parts;
  }

  /** All rows come to the one group. */
  #enterAll(): void {
    const group = this.#groupFor(0);
    if (this.#lists === null) group.passing = group.size = this.#locals.length;
    else for (const list of this.#lists) group.count(list, 1);
  }

  /** For the first time, when its list and its own part are there already. */
  #enter(row: number, rank: number): void {
    const group = this.#groupFor(row);
    this.#groupOf[row] = group.id;
    group.member = row;
    group.count(this.#listAt(row), 1);
    group.best.move(rank, ABSENT, this.#locals[rank] ?? ABSENT);
  }

  /** The row has another list, or comes to another group. */
  #move(row: number, list: number, group: RowGroup): void {
    const from = this.#group(row);
    const rank = this.#columns.order.ranks[row] ?? 0;
    const before = this.#locals[rank] ?? ABSENT;
    const now = list === 0 ? this.#localOf(row) : ABSENT;
    const feasible = [from.isFeasible, group.isFeasible];
    from.count(this.#listAt(row), -1);
    group.count(list, 1);
    this.#groupOf[row] = group.id;
    if (list !== 0) this.#lists ??= new Uint32Array(this.#locals.length);
    if (this.#lists !== null) this.#lists[row] = list;
    this.#locals[rank] = now;
    if (from === group) group.best.move(rank, before, now);
    else {
      group.member = row;
      if (from.member === row) from.member = NO_MEMBER;
      from.best.move(rank, before, ABSENT);
      group.best.move(rank, ABSENT, now);
    }
    if (from.isFeasible !== feasible[0] || group.isFeasible !== feasible[1]) this.#scales = null;
    this.#combinations = null;
  }

  #relist(row: number): void {
    const list = this.#listOf(this.#ownFilters, row);
    if (list !== this.#listAt(row)) this.#move(row, list, this.#group(row));
  }

  #rescore(row: number): void {
    const group = this.#group(row);
    if (this.#hasOwnTelling && this.#regroup(row, group)) return;
    const rank = this.#columns.order.ranks[row] ?? 0;
    const before = this.#locals[rank] ?? ABSENT;
    if (before === ABSENT) return;
    const now = this.#localOf(row);
    if (now === before) return;
    this.#locals[rank] = now;
    group.best.move(rank, before, now);
  }

  /** The row comes to the group that is named; false where that is its group. */
  #regroup(row: number, group: RowGroup): boolean {
    const other = this.#groupOn(group.shape.base, row);
    if (other === group) return false;
    // While it had no rows, nothing was noted of their raw scores.
    this.#tell(other, row);
    this.#move(row, this.#listAt(row), other);
    return true;
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
    const scores = this.#ownScores;
    let sum = 0;
    for (let index = 0; index < scores.length; index += 1) sum += ownPart(scores[index] as OwnScore, row);
    return inRange(sum);
  }

  /** Groups are known by a chain of numbers: the domains of the row, and what tells its raw scores. */
  #groupFor(row: number): RowGroup {
    if (this.#isSingle && this.#groups[0] !== undefined) return this.#groups[0];
    let base = 0;
    for (const column of this.#parting) base = this.#chain(base, column, row);
    return this.#groupOn(base, row);
  }

  /** The group of a row whose domains are known. */
  #groupOn(base: number, row: number): RowGroup {
    const telling = this.#telling;
    const only = telling.length === 1 ? telling[0] : undefined;
    if (only === undefined)
      return this.#groupWith(
        telling.map((score) => tellingOf(score, row)),
        base,
        row,
      );
    if (this.#last?.base !== base) {
      const byReported = this.#byReported.get(base) ?? new Map<number, RowGroup>();
      this.#byReported.set(base, byReported);
      this.#last = { base, byReported };
    }
    const { byReported } = this.#last;
    const reported = tellingOf(only, row);
    let group = byReported.get(reported);
    if (group === undefined) byReported.set(reported, (group = this.#groupWith([reported], base, row)));
    return group;
  }

  #groupWith(reported: readonly number[], base: number, row: number): RowGroup {
    let chain = base;
    for (const value of reported)
      chain = this.#number(this.#chains, chain * MOST_NUMBERS + this.#number(this.#values, value));
    const known = this.#byKey.get(chain);
    if (known !== undefined) return known;
    const raws = this.#telling.map(({ column }) => rawOf(column, row));
    const group = new RowGroup(this.#groups.length, { sample: row, base, raws }, this.#best());
    group.verdicts = this.#listOf(this.#sharedFilters, row);
    this.#groups.push(group);
    this.#byKey.set(chain, group);
    this.#scales = null;
    return group;
  }

  /** Any row of the group, which has some. */
  #memberOf(group: RowGroup): number {
    if (group.member === NO_MEMBER) group.member = this.#groupOf.indexOf(group.id);
    return group.member;
  }

  /** All rows of the group have the raw scores of this one. */
  #tell({ shape: { raws } }: RowGroup, row: number): void {
    for (let at = 0; at < this.#telling.length; at += 1) {
      const raw = rawOf((this.#telling[at] as KeptScore).column, row);
      if (Object.is(raw, raws[at])) continue;
      raws[at] = raw;
      this.#scales = null;
    }
  }

  /** A single group has every row for good. */
  #best(): LocalBest {
    return this.#isSingle ? new RankBlocks(this.#locals) : new LocalSets(this.#locals.length);
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
      const verdicts = this.#listOf(this.#sharedFilters, group.shape.sample);
      if (verdicts === group.verdicts) continue;
      if (group.passing > 0 && (verdicts === 0) !== (group.verdicts === 0)) this.#scales = null;
      group.verdicts = verdicts;
      this.#combinations = null;
    }
  }

  /** The scales of all scores, and what each group's rows have in common of their totals. */
  #scale(): readonly Scale[] {
    const feasible = this.#groups.filter(({ isFeasible }) => isFeasible);
    for (const group of feasible) group.part = 0;
    return this.#columns.scores.map((score): RangeScale => {
      const {
        bound: { plugin, weight },
        normalization,
      } = score;
      if (isOwn(score)) return { kind: 'none' };
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

  #rawOfGroup(score: KeptScore, { shape: { sample, raws } }: RowGroup): number {
    const telling = this.#telling.indexOf(score);
    return telling >= 0 ? (raws[telling] ?? IGNORED) : rawOf(score.column, sample);
  }
}
