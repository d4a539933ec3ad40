import { evidenceAt, type Evidence, type ScoreColumn, type Status } from '#scheduler';
import { TraceFormatError } from './bytes/index.js';
import type { Trace } from './trace.js';

/** What a trace says that is not evidence. */
export type TraceOrigin = Pick<Trace, 'nodeSet' | 'nodeCount' | 'classIndex'>;

/** The trace of a decision that is there as evidence. */
export function evidenceTrace(origin: TraceOrigin, evidence: Evidence): Trace {
  return new EvidenceTrace(origin, evidence);
}

class EvidenceTrace implements Trace {
  readonly nodeSet: Uint8Array;
  readonly nodeCount: number;
  readonly classIndex: number;
  readonly filterPlugins: readonly string[];
  readonly scorePlugins: Trace['scorePlugins'];
  readonly partial = false;
  readonly #evidence: Evidence;
  /** 1 where a row is; made when first asked, because a rank and an order ask for every row and plugin. */
  #feasible: Uint8Array | undefined;

  constructor({ nodeSet, nodeCount, classIndex }: TraceOrigin, evidence: Evidence) {
    this.nodeSet = nodeSet;
    this.nodeCount = nodeCount;
    this.classIndex = classIndex;
    this.filterPlugins = evidence.filterPlugins;
    this.scorePlugins = evidence.scores.map(({ plugin, weight }) => ({ name: plugin, weight }));
    this.#evidence = evidence;
  }

  get rows(): Uint32Array {
    return Uint32Array.from({ length: this.nodeCount }, (_, row) => row);
  }

  feasible(row: number): boolean {
    const checked = this.#checked(row);
    this.#feasible ??= Uint8Array.from({ length: this.nodeCount }, (_, other) =>
      evidenceAt.first(this.#evidence, other) === 0 ? 1 : 0,
    );
    return this.#feasible[checked] === 1;
  }

  status(row: number): Status | null {
    const first = this.#first(row);
    return first === 0 ? null : this.#status(first);
  }

  failures(row: number): readonly Status[] {
    return evidenceAt.failures(this.#evidence, this.#checked(row)).map((id) => this.#status(id));
  }

  raw(score: number, row: number): number {
    return this.feasible(row) ? evidenceAt.raw(this.#score(score), row) : 0;
  }

  normalized(score: number, row: number): number {
    // A division that was cut towards 0 may have left -0.
    return this.feasible(row) ? evidenceAt.normalized(this.#score(score), row) + 0 : 0;
  }

  evidence(): Evidence {
    return this.#evidence;
  }

  #first(row: number): number {
    return evidenceAt.first(this.#evidence, this.#checked(row));
  }

  #checked(row: number): number {
    if (!(row >= 0 && row < this.nodeCount)) throw new RangeError(`the trace has no row ${row}`);
    return row;
  }

  #status(id: number): Status {
    const status = this.#evidence.statuses[id];
    if (status === undefined || status === null) throw new TraceFormatError(`status ${id} is not explained`);
    return status;
  }

  #score(score: number): ScoreColumn {
    const column = this.#evidence.scores[score];
    if (column === undefined) throw new RangeError(`the trace has no score plugin ${score}`);
    return column;
  }
}
