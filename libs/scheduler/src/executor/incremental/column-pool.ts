import type { ScoreValues } from '../../evidence/index.js';

/**
 * Arrays with a place for every row. Those of classes that were forgotten serve classes to come: clearing new ones
 * would take longer than to fill them. Scratch ones are there once for all classes, and hold nothing beyond an attempt.
 */
export class ColumnPool {
  readonly #verdicts: Uint32Array[] = [];
  readonly #scores: Uint8Array[] = [];
  /** For columns of verdicts that say nothing of any row. Is never written to. */
  readonly noVerdicts: Uint32Array;
  /** For the dirty rows of the attempt under way. */
  readonly dirtyRows: Uint32Array;
  /** For answers that are about to be compared with what is kept. */
  readonly freshVerdicts: Uint32Array;
  readonly freshScores: Float64Array;
  /** For the totals of the attempt under way. */
  readonly totals: Float64Array;

  constructor(private readonly nodeCount: number) {
    this.noVerdicts = new Uint32Array(nodeCount);
    this.dirtyRows = new Uint32Array(nodeCount);
    this.freshVerdicts = new Uint32Array(nodeCount);
    this.freshScores = new Float64Array(nodeCount);
    this.totals = new Float64Array(nodeCount);
  }

  /** With anything in it. */
  verdicts(): Uint32Array {
    return this.#verdicts.pop() ?? new Uint32Array(this.nodeCount);
  }

  /** The same for scores that are bytes. */
  scores(): Uint8Array {
    return this.#scores.pop() ?? new Uint8Array(this.nodeCount);
  }

  /** Takes back an array that is no longer read. */
  give(values: Uint32Array | ScoreValues): void {
    if (values instanceof Uint8Array) this.#scores.push(values);
    else if (values instanceof Uint32Array && values !== this.noVerdicts) this.#verdicts.push(values);
  }
}
