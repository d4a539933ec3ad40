import { MAX_NODE_SCORE } from '../../normalized-score.js';
import type { AttemptScope } from '../../plugin-cycle.js';
import { guard, PluginFailure } from '../../plugin-failure.js';
import type { Normalization, PreparedScore, Reach, Skip } from '../../plugin.js';
import type { BoundPlugin, Profile } from '../../profile/index.js';
import { compareBytes, type PlacedPod } from '../../snapshot/index.js';
import { askPreScore, askScore } from '../asking/index.js';
import type { ColumnPool } from './column-pool.js';
import { DirtyRows } from './dirty-rows.js';
import { KeptAnswer } from './kept-answers.js';
import { KeptColumn, type ColumnChanges } from './kept-column.js';

/** A score plugin that runs for the class, and what it says. */
export interface KeptScore {
  readonly bound: BoundPlugin;
  readonly prepared: PreparedScore;
  readonly column: KeptColumn<Float64Array>;
  readonly reach: Reach;
  readonly normalization: Normalization;
}

/** Which nodes are feasible now. */
export interface Feasibility {
  isFeasible(row: number): boolean;
  rows(): Uint32Array;
}

/** The scores of a class, kept like its filters. */
export class KeptScores {
  active: readonly KeptScore[] = [];
  skipped: readonly string[] = [];
  readonly #answers: readonly KeptAnswer<PreparedScore | Skip>[];
  readonly #withPreScore: ReadonlySet<string>;
  #followers: readonly KeptAnswer<PreparedScore | Skip>[] = [];
  readonly #dirty: DirtyRows;
  /** Which rows were feasible when plugins that look at it were last told; null: none does. */
  #fitted: Uint8Array | null = null;

  constructor(private readonly profile: Profile, private readonly pool: ColumnPool, private readonly nodeCount: number) {
    const { preScore, score } = profile.points;
    this.#withPreScore = new Set(preScore.map(({ plugin }) => plugin.name));
    const alone = score.filter(({ plugin }) => !this.#withPreScore.has(plugin.name));
    this.#answers = [...preScore, ...alone].map((bound) => new KeptAnswer(bound, bound.plugin.scoreReach));
    this.#dirty = new DirtyRows(nodeCount);
  }

  /** A pod came to a row or left it. */
  moved(pod: PlacedPod, row: number, step: 1 | -1): void {
    this.#dirty.add(row);
    for (const kept of this.#followers) {
      const touched = kept.follow(pod, row, step);
      if (touched !== null && touched.length > 0) this.#scoreOf(kept.bound)?.column.touch(touched);
    }
  }

  update(scope: AttemptScope, feasibility: Feasibility): ColumnChanges {
    this.#refit(feasibility);
    const asked = this.#askAgain(scope, feasibility);
    const changes: ColumnChanges = { structure: asked && this.#activate(), shared: false, rows: [] };
    if (asked) this.#fitted = this.active.some(({ prepared }) => prepared.refit !== undefined) ? fittedRows(this.nodeCount, feasibility) : null;
    const dirty = this.#dirty.take();
    for (const { bound: { plugin: { name } }, prepared, column, reach } of this.active) {
      const rawAt = (row: number): number => (reach === 'cluster' && !feasibility.isFeasible(row) ? 0 : scoreOf(name, prepared.score(row)));
      guard(name, () => column.update(rawAt, reach === 'node' ? dirty : NO_ROWS, changes));
    }
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
    if (this.#fitted === null) return;
    const told = this.active.filter(({ prepared }) => prepared.refit !== undefined);
    for (let row = 0; row < this.nodeCount; row += 1) {
      const feasible = feasibility.isFeasible(row);
      if (feasible === (this.#fitted[row] === 1)) continue;
      this.#fitted[row] = feasible ? 1 : 0;
      for (const { bound, prepared, column } of told) {
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
    this.skipped = this.#answers.filter(({ answer }) => answer?.kind === 'skip').map(({ bound }) => bound.plugin.name).sort(compareBytes);
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
    return active.length !== before.length || active.some((score, index) => score.column !== before[index]?.column);
  }

  #keepColumn(bound: BoundPlugin, prepared: PreparedScore): KeptScore {
    const { domains = null } = prepared;
    const known = this.#scoreOf(bound);
    if (known?.prepared === prepared) return known;
    const { scoreReach: reach = 'cluster', normalization = 'none' } = bound.plugin;
    if (known !== undefined && known.column.domains === domains) {
      known.column.touch('all');
      return { ...known, prepared };
    }
    const column = new KeptColumn(domains, domains === null ? this.pool.scores() : new Float64Array(domains.firstRows.length), MAX_NODE_SCORE);
    return { bound, prepared, column, reach, normalization };
  }
}

const NO_ROWS: readonly number[] = Object.freeze([]);

function fittedRows(nodeCount: number, feasibility: Feasibility): Uint8Array {
  return Uint8Array.from({ length: nodeCount }, (_, row) => (feasibility.isFeasible(row) ? 1 : 0));
}

function scoreOf(plugin: string, score: number): number {
  if (Number.isSafeInteger(score)) return score + 0;
  throw new PluginFailure(`running Score plugins: plugin ${JSON.stringify(plugin)} failed with: score ${score} is no integer`);
}
