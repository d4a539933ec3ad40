import type { Combination, Evidence, Overrides, Scale, ScoreColumn, StatusTable } from '../../evidence/index.js';
import { saidFirst, saidTogether, type AttemptScope, PluginFailure } from '../../attempt/index.js';
import type { TrialNode } from '../../plugin.js';
import type { Profile } from '../../profile/index.js';
import type { Snapshot } from '../../snapshot/index.js';
import type { Ranking } from '../../tie-break/index.js';
import type { Evaluation, Filtered, Scored } from '../executor.js';
import { asFiltered, tryNode, type Rehearsal } from '../trial/index.js';
import { AttemptOverrides } from './attempt-overrides.js';
import { AttemptRows, countFeasible } from './attempt-rows.js';
import type { ColumnPool } from './column-pool.js';
import { combineRows, override } from './combinations.js';
import { DirtyRows } from './dirty-rows.js';
import { KeptFilters } from './kept-filters.js';
import { KeptScores, type KeptScore } from './kept-scores.js';
import { KeptTrials } from './kept-trials.js';
import type { NodeOrder } from './node-order.js';
import { RowGroups } from './row-groups.js';
import { ScanRanking } from './scan-ranking.js';
import { scanScores } from './score-scan.js';

/** What a class of pods shares with others of the same profile and snapshot. */
export interface ClassScope {
  readonly profile: Profile;
  readonly snapshot: Snapshot;
  readonly statuses: StatusTable;
  readonly order: NodeOrder;
  readonly pool: ColumnPool;
}

const NO_SCORES: readonly ScoreColumn[] = Object.freeze([]);
const NO_ROWS = new Uint32Array(0);
/** What a class takes beside its rows, and for the bits of its dirty rows. */
const BASE_BYTES = 2 ** 14;
const BYTES_OF_DIRTY = 0.25;
/** A trial of a node, with its victims. */
const BYTES_OF_TRIAL = 200;
/** Twenty scores of 100 with this weight stay below 2^31. */
const MOST_WEIGHT = 2 ** 20;

/**
 * Everything that is known of one class of pods: what plugins prepared, their verdicts and scores, and the rows in
 * groups. It follows the snapshot's movements from where the class was last decided.
 */
export class ClassState {
  readonly #filters: KeptFilters;
  readonly #scores: KeptScores;
  readonly #overrides: AttemptOverrides;
  readonly #trials = new KeptTrials();
  readonly #filterPlugins: readonly string[];
  #groups: RowGroups | null = null;
  #seen: number;
  #seenNodes: number;
  readonly #moved: DirtyRows;
  /** Of the attempt under way, as long as it lasts. */
  #dirty: Uint32Array = NO_ROWS;
  /** Rows that were dirty in attempts that came to no scores. */
  readonly #unscored: DirtyRows;
  /** Attempts of the class. One that comes once is cheaper by one look at everything than by several groups. */
  #step = 0;
  #rows: AttemptRows | null = null;
  /** Null: to be counted again. */
  #bytes: number | null = null;
  #scored = false;
  #wasScored = false;

  constructor(private readonly scope: ClassScope) {
    const { profile, snapshot, order, pool } = scope;
    this.#filters = new KeptFilters(profile, pool, order);
    this.#scores = new KeptScores(profile, pool, order);
    this.#moved = new DirtyRows(snapshot.nodeCount);
    this.#unscored = new DirtyRows(snapshot.nodeCount);
    this.#overrides = new AttemptOverrides(scope);
    this.#filterPlugins = profile.points.filter.map(({ plugin }) => plugin.name);
    this.#seen = snapshot.movements.end;
    this.#seenNodes = snapshot.nodeChanges.end;
  }

  /** What it takes, roughly. */
  get bytes(): number {
    this.#bytes ??= this.#count();
    return this.#bytes;
  }

  /** Reads on in the log; false when too much of it is forgotten. */
  catchUp(): boolean {
    const { movements, nodeChanges } = this.scope.snapshot;
    const missed = movements.since(this.#seen);
    const changed = nodeChanges.since(this.#seenNodes);
    if (missed === null || changed === null) return false;
    if (changed.length > 0) this.#nodesChanged(changed);
    this.#seenNodes = nodeChanges.end;
    for (const { row } of missed) this.#moved.add(row);
    const hasAffinity = movements.hasAffinitySince(this.#seen);
    this.#filters.moved(missed, hasAffinity);
    this.#scores.moved(missed, hasAffinity);
    if (!this.#trials.isEmpty) for (const { row } of missed) this.#trials.forget(row);
    this.#seen = movements.end;
    return true;
  }

  filter(evaluation: Evaluation): Filtered {
    const {
      snapshot: { nodeCount },
      statuses,
      order,
      pool,
    } = this.scope;
    this.#step += 1;
    this.#dirty = this.#moved.take(pool.dirtyRows);
    const changes = this.#filters.update(this.#attemptScope(evaluation), this.#dirty);
    if (changes.structure) {
      this.#groups = null;
      this.#bytes = null;
    }
    this.#groups?.verdictsChanged(changes);
    if (this.#step > 1 && !this.#awaitsScores()) this.#groups ??= this.#group([]);
    const overrides = this.#overrides.of(evaluation, this.#filters);
    const natural = this.#groups?.combinations ?? combineRows(this.#filters.active, { nodeCount, statuses });
    const combinations = isNone(overrides) ? natural : override(natural, overrides, this.#filters);
    const rows = new AttemptRows(this.#filters, overrides, order);
    this.#rows = rows;
    this.#throwErrors(evaluation, combinations, rows);
    return {
      preFilter: this.#filters.record,
      evidence: {
        nodeCount,
        filterPlugins: this.#filterPlugins,
        statuses: statuses.statuses,
        verdicts: this.#filters.columns,
        overrides,
        combinations,
        scores: NO_SCORES,
        lineage: { chain: this, step: this.#step },
      },
      feasibleCount: countFeasible(combinations),
      feasible: () => rows.rows(),
      nominatedRow: this.#nominatedRow(evaluation),
      tryNode: (row, work) => tryNode(this.#filters.rehearsal(evaluation, statuses), row, work),
      rehearse: (name, work, holds) =>
        this.#rehearse(name, { work, holds }, this.#filters.rehearsal(evaluation, statuses)),
    };
  }

  /** Of the attempt that was filtered last. */
  score(evaluation: Evaluation, { evidence }: Filtered): Scored {
    const rows = this.#rows;
    if (rows === null) throw new Error('scoring follows filtering');
    const dirty = this.#dirtyScores();
    const changes = this.#scores.update(this.#attemptScope(evaluation), rows, dirty);
    this.#scored = true;
    const { active, columns, skipped } = this.#scores;
    if (changes.structure) this.#bytes = null;
    if (active.every(canGroup) && (this.#step > 1 || RowGroups.areOne(this.#filters.active, active))) {
      if (changes.structure || this.#groups?.isOf(active) !== true) this.#groups = this.#group(active);
      else this.#groups.scoresChanged(changes, dirty);
    }
    const { scales, ranking } = this.#rank(evidence, rows);
    columns.forEach((column, index) => (column.scale = scales[index] ?? column.scale));
    return { evidence: { ...evidence, scores: columns }, ranking, skipped };
  }

  /** What was handed out was looked at: changes are counted anew. */
  endAttempt(): void {
    this.#filters.endAttempt();
    if (this.#scored) this.#scores.endAttempt();
    else for (const row of this.#dirty) this.#unscored.add(row);
    this.#wasScored = this.#scored;
    this.#scored = false;
    this.#dirty = NO_ROWS;
    this.#rows = null;
  }

  /** The class is forgotten: others may have its arrays. */
  release(): void {
    this.#filters.release();
    this.#scores.release();
  }

  #nodesChanged(rows: readonly number[]): void {
    for (const row of rows) this.#moved.add(row);
    if (this.#filters.readNodesAlone) for (const row of rows) this.#trials.forget(row);
    else this.#trials.clear();
    this.#filters.nodesChanged(rows);
    this.#scores.nodesChanged(rows);
  }

  #count(): number {
    const { nodeCount } = this.scope.snapshot;
    let bytes =
      BASE_BYTES + nodeCount * BYTES_OF_DIRTY + (this.#groups?.bytes ?? 0) + this.#trials.count * BYTES_OF_TRIAL;
    for (const column of this.#filters.columns) bytes += column.bytes;
    for (const column of this.#scores.columns) bytes += column.bytes;
    return bytes;
  }

  /** Groups are made once, with the scores, where there will be any. */
  #awaitsScores(): boolean {
    return this.#wasScored && this.#scores.active.every(canGroup);
  }

  /** Rows that were dirty since the class was scored last. */
  #dirtyScores(): Uint32Array {
    if (this.#unscored.isEmpty) return this.#dirty;
    for (const row of this.#dirty) this.#unscored.add(row);
    return this.#unscored.take(new Uint32Array(this.scope.snapshot.nodeCount));
  }

  #attemptScope({ pod, snapshot }: Evaluation): AttemptScope {
    return { pod, snapshot, statuses: this.scope.statuses };
  }

  #group(scores: readonly KeptScore[]): RowGroups {
    const { order, statuses } = this.scope;
    this.#bytes = null;
    return new RowGroups({ filters: this.#filters.active, scores, order, statuses });
  }

  #rank({ overrides }: Evidence, rows: AttemptRows): { readonly scales: readonly Scale[]; readonly ranking: Ranking } {
    const { active } = this.#scores;
    if (this.#groups?.isOf(active) === true && isNone(overrides) && active.every(isWithinRange)) {
      return { scales: this.#groups.scales, ranking: this.#groups.ranking() };
    }
    const feasible = rows.rows();
    const { scales, totals } = scanScores(active, feasible, this.scope.pool.totals);
    return { scales, ranking: new ScanRanking(this.scope.order, feasible, totals) };
  }

  /** kube-scheduler asks the filters of the nominated node before it looks at PreFilter's node names. */
  #nominatedRow({ pod, snapshot }: Evaluation): number {
    const name = pod.pod.status?.nominatedNodeName ?? '';
    const row = name === '' ? undefined : snapshot.rowOf(name);
    if (row === undefined || this.#filters.record.status.code !== 'Success') return -1;
    return this.#overrides.nominatedAt(row) === 0 && this.#filters.firstAt(row) === 0 ? row : -1;
  }

  /**
   * As kube-scheduler v1.34 RunFilterPlugins: a Filter that errs ends the attempt. Where a Policy checks all
   * predicates, also behind one that fails.
   */
  #throwErrors(evaluation: Evaluation, combinations: readonly Combination[], rows: AttemptRows): void {
    const { statuses, order } = this.scope;
    const errs = (id: number): boolean => id !== 0 && statuses.get(id).code === 'Error';
    const saidBy = evaluation.profile.policy?.alwaysCheckAllPredicates ? saidTogether : saidFirst;
    if (!combinations.some((combination) => saidBy(combination).some(errs))) return;
    for (const row of order.all) {
      const error = saidBy({ first: rows.firstAt(row), failures: this.#filters.failuresAt(row) }).find(errs);
      if (error !== undefined) throw new PluginFailure(asFiltered(statuses.get(error), evaluation).reasons.join(', '));
    }
  }

  /** Earlier answers remain valid where every filter reads the node alone and no pod is nominated to it. */
  #rehearse<T>(name: string, { work, holds }: Trial<T>, rehearsal: Rehearsal): (row: number) => T {
    const { snapshot } = this.scope;
    const again = (row: number): T => tryNode(rehearsal, row, work);
    const isLocal = this.#filters.active.every(
      ({ reach, prepared }) => (reach === 'static' || reach === 'node') && prepared.follow === undefined,
    );
    if (!isLocal || rehearsal.listeners.length > 0) return again;
    if (this.#trials.isEmpty) this.#bytes = null;
    const answers = this.#trials.of(name, snapshot.nodeCount) as (T | undefined)[];
    const nominated = new Set([...snapshot.nominations.nodes()].map((node) => snapshot.rowOf(node)));
    const known = (row: number): T => {
      const before = answers[row];
      return before !== undefined && holds(before) ? before : (answers[row] = again(row));
    };
    return nominated.size === 0 ? known : (row) => (nominated.has(row) ? again(row) : known(row));
  }
}

/** What is done to a node on trial, and whether an earlier answer is still the present one. */
interface Trial<T> {
  readonly work: (node: TrialNode) => T;
  readonly holds: (answer: T) => boolean;
}

/** Groups know nothing of columns that a plugin normalises itself, and keep sums of weighted scores in 32 bits. */
function canGroup({ normalization, bound: { weight } }: KeptScore): boolean {
  return normalization !== 'custom' && weight <= MOST_WEIGHT;
}

/** A score that the framework refuses is found row by row. */
function isWithinRange({ normalization, column }: KeptScore): boolean {
  return normalization !== 'none' || column.marked === 0;
}

function isNone({ fill, rows }: Overrides): boolean {
  return fill === 0 && rows.size === 0;
}
