import { type PreFilterRecord, type AttemptScope, failureOf } from '../../attempt/index.js';
import type { Plugin, PreparedFilter, Reach } from '../../plugin.js';
import type { BoundPlugin, Profile } from '../../profile/index.js';
import type { Movement } from '../../snapshot/index.js';
import {
  askPreFilter,
  summarise,
  withoutPreFilter,
  type ActiveFilter,
  type PreFilterAnswer,
  type PreFilterOutcome,
} from '../asking/index.js';
import { listenersAmong, type Rehearsal } from '../trial/index.js';
import type { StatusTable } from '../../evidence/index.js';
import type { Evaluation } from '../executor.js';
import type { ColumnPool } from './column-pool.js';
import { KeptAnswer } from './kept-answers.js';
import { noChanges, oneByOne, type Answers, type ColumnChanges } from './kept-column.js';
import { KeptVerdicts } from './kept-verdicts.js';
import type { NodeOrder } from './node-order.js';

/** A filter that runs for the class, and its verdicts. */
export interface KeptFilter extends ActiveFilter {
  readonly column: KeptVerdicts;
  readonly answers: Answers<Uint32Array>;
  readonly reach: Reach;
}

/**
 * The filters of a class: asks plugins again where their answers no longer hold, and nodes again where something moved.
 */
export class KeptFilters {
  active: readonly KeptFilter[] = [];
  columns: readonly KeptVerdicts[] = [];
  listeners: Rehearsal['listeners'] = [];
  outcome: PreFilterOutcome = NOTHING_ASKED;
  readonly #preFilters: readonly KeptAnswer<PreFilterAnswer>[];
  /** Of plugins whose PreFilter the profile does not run. */
  readonly #alone: ReadonlyMap<string, KeptAnswer<PreparedFilter>>;
  #followers: readonly KeptAnswer<PreFilterAnswer>[] = [];
  /** Plugins that are asked again because nodes changed, and whose verdicts on other nodes hold. */
  readonly #renewed = new Set<Plugin>();

  constructor(
    private readonly profile: Profile,
    private readonly pool: ColumnPool,
    private readonly order: NodeOrder,
  ) {
    const { preFilter, filter } = profile.points;
    const asked = new Set(preFilter.map(({ plugin }) => plugin.name));
    this.#preFilters = preFilter.map((bound) => new KeptAnswer(bound, bound.plugin.filterReach));
    this.#alone = new Map(
      filter
        .filter(({ plugin }) => !asked.has(plugin.name))
        .map((bound) => [bound.plugin.name, new KeptAnswer(bound, bound.plugin.filterReach)]),
    );
  }

  get record(): PreFilterRecord {
    return this.outcome.record;
  }

  /** Pods came to rows and left them, maybe ones that say something about other pods. */
  moved(movements: readonly Movement[], hasAffinity: boolean): void {
    for (const kept of this.#followers) {
      if (hasAffinity || !kept.followsAffinityOnly)
        kept.follow(movements, (touched) => this.#filterOf(kept.bound)?.column.touch(touched));
    }
  }

  /** Some nodes are others: plugins are asked again, but those that read the node alone only about these. */
  nodesChanged(rows: readonly number[]): void {
    for (const kept of [...this.#preFilters, ...this.#alone.values()]) {
      if (!kept.nodesChanged()) continue;
      this.#renewed.add(kept.bound.plugin);
      const column = this.#filterOf(kept.bound)?.column;
      if (column?.domains === null) column.touch(rows);
    }
  }

  /** Brings everything up to date; the attempt's scope is what plugins that must be asked again see. */
  update(scope: AttemptScope, dirty: Uint32Array): ColumnChanges {
    const asked = this.#askAgain(scope);
    const changes = noChanges(asked && this.#activate());
    const { all } = this.order;
    for (const { bound, answers, column, reach } of this.active) {
      const rows = reach === 'node' ? dirty : NO_ROWS;
      if (column.isCurrent && rows.length === 0) continue;
      try {
        column.update(answers, { all, dirty: rows }, changes);
      } catch (error) {
        throw failureOf(bound.plugin.name, error);
      }
    }
    return changes;
  }

  /** Whether every filter reads the node alone, so that nothing that happens to other nodes changes its verdict. */
  get readNodesAlone(): boolean {
    return this.active.every(
      ({ reach, prepared, bound: { plugin } }) =>
        (reach === 'static' || reach === 'node') && prepared.follow === undefined && plugin.source === undefined,
    );
  }

  /** The first that fails at a row, without the overrides of the attempt; 0 where all pass. */
  firstAt(row: number): number {
    for (const { column } of this.active) {
      if (column.marked === 0) continue;
      const verdict = column.values[column.indexOf(row)] ?? 0;
      if (verdict !== 0) return verdict;
    }
    return 0;
  }

  /** All that fail at a row, in order. */
  failuresAt(row: number): readonly number[] {
    return this.active.map(({ column }) => column.values[column.indexOf(row)] ?? 0).filter((verdict) => verdict !== 0);
  }

  /** No filter fails anywhere. */
  get passEverywhere(): boolean {
    return this.active.every(({ column }) => column.marked === 0);
  }

  /** For trying nodes in the attempt under way. */
  rehearsal(evaluation: Evaluation, statuses: StatusTable): Rehearsal {
    return { evaluation, filters: this.active, listeners: this.listeners, statusOf: (id) => statuses.get(id) };
  }

  /** Gives back what it has, for good. */
  release(): void {
    for (const { column } of this.active) if (column.domains === null) this.pool.give(column.values);
  }

  /** Changes are counted anew from here, and answers for one attempt are let go. */
  endAttempt(): void {
    for (const { column } of this.active) column.seen();
    for (const kept of this.#preFilters) kept.endAttempt();
    for (const kept of this.#alone.values()) kept.endAttempt();
  }

  #filterOf({ plugin }: BoundPlugin): KeptFilter | undefined {
    return this.active.find(({ bound }) => bound.plugin === plugin);
  }

  #askAgain(scope: AttemptScope): boolean {
    let asked = this.outcome === NOTHING_ASKED;
    for (const kept of this.#preFilters) {
      if (kept.answer !== null) continue;
      kept.keep(askPreFilter(kept.bound, scope));
      asked = true;
    }
    for (const kept of this.#alone.values()) {
      if (kept.answer !== null) continue;
      kept.keep(withoutPreFilter(kept.bound, scope));
      asked = true;
    }
    if (!asked) return false;
    this.#followers = [...this.#preFilters, ...this.#alone.values()].filter(({ follows }) => follows);
    this.outcome = summarise(
      new Map(this.#preFilters.flatMap(({ bound, answer }) => (answer === null ? [] : [[bound.plugin.name, answer]]))),
    );
    this.listeners = listenersAmong(this.outcome.answers.values());
    return true;
  }

  /**
   * The filters that run now; true when they are others than before, or have other domains.
   * Columns of the same shape go on.
   */
  #activate(): boolean {
    const before = this.active;
    const active: KeptFilter[] = [];
    for (const bound of this.profile.points.filter) {
      const answer = this.outcome.answers.get(bound.plugin.name) ?? this.#alone.get(bound.plugin.name)?.answer;
      if (answer?.kind === 'filter') active.push(this.#keepColumn(bound, answer));
    }
    this.active = active;
    this.columns = active.map(({ column }) => column);
    this.#renewed.clear();
    return active.length !== before.length || active.some((filter, index) => filter.column !== before[index]?.column);
  }

  #keepColumn(bound: BoundPlugin, prepared: PreparedFilter): KeptFilter {
    const { domains = null } = prepared;
    const known = this.#filterOf(bound);
    if (known?.prepared === prepared) return known;
    const reach = bound.plugin.filterReach ?? 'cluster';
    const answers = { at: prepared.filter, ofRows: prepared.filterRows ?? oneByOne(prepared.filter) };
    if (known !== undefined && known.column.domains === domains) {
      if (domains !== null || !this.#renewed.has(bound.plugin)) known.column.touch('all');
      return { ...known, prepared, answers };
    }
    return {
      bound,
      prepared,
      column: new KeptVerdicts({ plugin: bound.plugin.name, domains }, this.pool),
      answers,
      reach,
    };
  }
}

const NO_ROWS = new Uint32Array(0);
const NOTHING_ASKED: PreFilterOutcome = {
  answers: new Map(),
  restricting: [],
  record: {
    plugins: [],
    asked: 0,
    status: { plugin: null, code: 'Success', reasons: [] },
    nodeNames: null,
    skipped: [],
  },
};
