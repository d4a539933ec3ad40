import { type AttemptScope, failureOf, PluginFailure } from '../../attempt/index.js';
import type { Normalization, Plugin, PreparedScore, Reach, Skip } from '../../plugin.js';
import type { BoundPlugin, Profile } from '../../profile/index.js';
import { compareBytes, type Movement } from '../../snapshot/index.js';
import { askPreScore, askScore } from '../asking/index.js';
import type { ColumnPool } from './column-pool.js';
import { KeptAnswer } from './kept-answers.js';
import { noChanges, oneByOne, type Answers, type ColumnChanges } from './kept-column.js';
import { KeptRaws } from './kept-raws.js';
import type { NodeOrder } from './node-order.js';

/** A score plugin that runs for the class, and what it says. */
export interface KeptScore {
  readonly bound: BoundPlugin;
  readonly prepared: PreparedScore;
  readonly column: KeptRaws;
  readonly answers: Answers<Float64Array>;
  readonly reach: Reach;
  readonly normalization: Normalization;
}

/** Which nodes are feasible now. */
export interface Feasibility {
  /** No row is not. */
  readonly isEvery: boolean;
  isFeasible(row: number): boolean;
  rows(): Uint32Array;
}

/** The scores of a class, kept like its filters. */
export class KeptScores {
  active: readonly KeptScore[] = [];
  columns: readonly KeptRaws[] = [];
  skipped: readonly string[] = [];
  readonly #answers: readonly KeptAnswer<PreparedScore | Skip>[];
  readonly #withPreScore: ReadonlySet<string>;
  #followers: readonly KeptAnswer<PreparedScore | Skip>[] = [];
  /** Plugins that are asked again because nodes changed, and whose scores of other nodes hold. */
  readonly #renewed = new Set<Plugin>();
  /** The rows that were feasible at the last report to plugins that read it; null: none does. */
  #fitted: Uint8Array | null = null;
  /** They were all. */
  #wasEvery = false;

  constructor(
    private readonly profile: Profile,
    private readonly pool: ColumnPool,
    private readonly order: NodeOrder,
  ) {
    const { preScore, score } = profile.points;
    this.#withPreScore = new Set(preScore.map(({ plugin }) => plugin.name));
    const alone = score.filter(({ plugin }) => !this.#withPreScore.has(plugin.name));
    this.#answers = [...preScore, ...alone].map((bound) => new KeptAnswer(bound, bound.plugin.scoreReach));
  }

  /** Pods came to rows and left them, maybe ones that say something about other pods. */
  moved(movements: readonly Movement[], hasAffinity: boolean): void {
    for (const kept of this.#followers) {
      if (hasAffinity || !kept.followsAffinityOnly)
        kept.follow(movements, (touched) => this.#scoreOf(kept.bound)?.column.touch(touched));
    }
  }

  /** Some nodes are others: plugins are asked again, but those that read the node alone only about these. */
  nodesChanged(rows: readonly number[]): void {
    for (const kept of this.#answers) {
      if (!kept.nodesChanged()) continue;
      this.#renewed.add(kept.bound.plugin);
      const column = this.#scoreOf(kept.bound)?.column;
      if (column?.domains === null) column.touch(rows);
    }
  }

  /** Brings everything up to date with what moved on dirty rows since the class was scored last. */
  update(scope: AttemptScope, feasibility: Feasibility, dirty: Uint32Array): ColumnChanges {
    this.#refit(feasibility);
    const asked = this.#askAgain(scope, feasibility);
    const changes = noChanges(asked && this.#activate());
    const { all } = this.order;
    if (asked) {
      this.#wasEvery = feasibility.isEvery;
      this.#fitted = this.active.some(({ prepared }) => prepared.refit !== undefined)
        ? fittedRows(all.length, feasibility)
        : null;
    }
    const ofAlike = noChanges(false);
    for (const kept of this.active) {
      const { bound, answers, column, reach } = kept;
      const rows = reach === 'node' ? dirty : NO_ROWS;
      if (column.isCurrent && rows.length === 0) continue;
      try {
        column.update(
          reach === 'cluster' ? onlyFeasible(answers, feasibility) : answers,
          { all, dirty: rows },
          tellsAlike(kept) ? ofAlike : changes,
        );
      } catch (error) {
        throw failureOf(bound.plugin.name, error);
      }
    }
    changes.alike = ofAlike.rows.length > 0;
    return changes;
  }

  /** Gives back what it has, for good. */
  release(): void {
    for (const { column } of this.active) if (column.domains === null) this.pool.give(column.values);
  }

  /** Changes are counted anew from here, and answers for one attempt are let go. */
  endAttempt(): void {
    for (const { column } of this.active) column.seen();
    for (const kept of this.#answers) kept.endAttempt();
  }

  #scoreOf({ plugin }: BoundPlugin): KeptScore | undefined {
    return this.active.find(({ bound }) => bound.plugin === plugin);
  }

  /** Tells plugins that look at feasibility what became of it. */
  #refit(feasibility: Feasibility): void {
    if (this.#fitted === null || (this.#wasEvery && feasibility.isEvery)) return;
    this.#wasEvery = feasibility.isEvery;
    const refitted = this.active.filter(({ prepared }) => prepared.refit !== undefined);
    for (let row = 0; row < this.#fitted.length; row += 1) {
      const feasible = feasibility.isFeasible(row);
      if (feasible === (this.#fitted[row] === 1)) continue;
      this.#fitted[row] = feasible ? 1 : 0;
      for (const { bound, prepared, column } of refitted) {
        const touched = prepared.refit?.(row, feasible) ?? 'prepare';
        if (touched === 'prepare') this.#answers.find((kept) => kept.bound === bound)?.forget();
        else column.touch(touched);
      }
    }
  }

  #askAgain(scope: AttemptScope, feasibility: Feasibility): boolean {
    const unanswered = this.#answers.filter(({ answer }) => answer === null);
    if (unanswered.length === 0) return false;
    const rows = feasibility.rows();
    for (const kept of unanswered) {
      const ask = this.#withPreScore.has(kept.bound.plugin.name) ? askPreScore : askScore;
      kept.keep(ask(kept.bound, scope, rows));
    }
    this.#followers = this.#answers.filter(({ follows }) => follows);
    this.skipped = this.#answers
      .filter(({ answer }) => answer?.kind === 'skip')
      .map(({ bound }) => bound.plugin.name)
      .sort(compareBytes);
    return true;
  }

  #activate(): boolean {
    const before = this.active;
    const active: KeptScore[] = [];
    for (const bound of this.profile.points.score) {
      const answer = this.#answers.find((kept) => kept.bound.plugin === bound.plugin)?.answer;
      if (answer?.kind === 'score') active.push(this.#keepColumn(bound, answer));
    }
    this.active = active;
    this.columns = active.map(({ column }) => column);
    this.#renewed.clear();
    return active.length !== before.length || active.some((score, index) => score.column !== before[index]?.column);
  }

  #keepColumn(bound: BoundPlugin, prepared: PreparedScore): KeptScore {
    const { domains = null } = prepared;
    const known = this.#scoreOf(bound);
    if (known?.prepared === prepared) return known;
    const { name, scoreReach: reach = 'cluster', normalization = 'none' } = bound.plugin;
    const answers = integerScores(name, prepared);
    // Groups are distinguished by what was prepared: with another one they are made again, and so is the column.
    if (known !== undefined && known.column.domains === domains && prepared.alike === undefined) {
      if (domains !== null || !this.#renewed.has(bound.plugin)) known.column.touch('all');
      return { ...known, prepared, answers };
    }
    const column = new KeptRaws({ plugin: name, weight: bound.weight, domains }, this.pool);
    return { bound, prepared, column, answers, reach, normalization };
  }
}

const NO_ROWS = new Uint32Array(0);

/** Whether rows are in a group by what the plugin says they have in common. */
function tellsAlike({ prepared, normalization, column }: KeptScore): boolean {
  return prepared.alike !== undefined && normalization !== 'none' && !column.isCoarse;
}

function fittedRows(nodeCount: number, feasibility: Feasibility): Uint8Array {
  const fitted = new Uint8Array(nodeCount);
  if (feasibility.isEvery) return fitted.fill(1);
  for (let row = 0; row < nodeCount; row += 1) fitted[row] = feasibility.isFeasible(row) ? 1 : 0;
  return fitted;
}

/** What the plugin says, if these are integers. */
function integerScores(plugin: string, { score, scoreRows }: PreparedScore): Answers<Float64Array> {
  const at = (row: number): number => integer(plugin, score(row));
  if (scoreRows === undefined) return { at, ofRows: oneByOne(at) };
  return {
    at,
    ofRows: (rows, into) => {
      scoreRows(rows, into);
      for (let place = 0; place < rows.length; place += 1) {
        const value = into[place] ?? 0;
        // Nearly all are, and need no more than this look; a score of -0 becomes 0.
        into[place] = (value | 0) === value ? value | 0 : integer(plugin, value);
      }
    },
  };
}

/** A plugin whose answers may depend on anything is not asked about nodes that are not feasible. */
function onlyFeasible({ at, ofRows }: Answers<Float64Array>, feasibility: Feasibility): Answers<Float64Array> {
  return {
    at: (row) => (feasibility.isFeasible(row) ? at(row) : 0),
    ofRows: (rows, into) => {
      const feasible = rows.filter((row) => feasibility.isFeasible(row));
      ofRows(feasible, into);
      // They stand in front now: from the back on, each goes to the place of its row.
      let last = feasible.length - 1;
      for (let place = rows.length - 1; place >= 0; place -= 1)
        into[place] = last >= 0 && rows[place] === feasible[last] ? (into[last--] ?? 0) : 0;
    },
  };
}

function integer(plugin: string, score: number): number {
  if (Number.isSafeInteger(score)) return score + 0;
  throw new PluginFailure(
    `running Score plugins: plugin ${JSON.stringify(plugin)} failed with: score ${score} is no integer`,
  );
}
