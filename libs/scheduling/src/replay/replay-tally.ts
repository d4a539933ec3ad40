import type { Incomplete } from './recorded-decisions.js';
import type { ReplayedPart } from './replay-part.js';
import type { NotCompared, ReplayCounts, ReplayDifference, ReplayReport } from './replay-report.js';
import type { RecordedPart } from './replay.store.js';

/** So much of each kind is reported. */
const MOST = 100;

/** What a replay has come to so far. */
export class ReplayTally {
  readonly #began = performance.now();
  readonly #differences: ReplayDifference[] = [];
  readonly #notCompared: NotCompared[] = [];
  #counts: ReplayCounts = { decisions: 0, identical: 0, different: 0, notComparable: 0 };
  #parts = 0;

  get counts(): ReplayCounts {
    return this.#counts;
  }

  /** So many more differences are reported. */
  get room(): number {
    return MOST - this.#differences.length;
  }

  /** Takes in what came of a part, of which so many decisions were asked for. */
  add(
    { run, part }: RecordedPart,
    { replayed, asked }: { readonly replayed: ReplayedPart | Incomplete; readonly asked: number },
  ): void {
    this.#parts += 1;
    const { decisions, identical, different, notComparable } = this.#counts;
    if ('reason' in replayed) {
      if (this.#notCompared.length < MOST)
        this.#notCompared.push({ run, part, decisions: asked, reason: replayed.reason });
      this.#counts = { decisions: decisions + asked, identical, different, notComparable: notComparable + asked };
      return;
    }
    const found = replayed.differences.length;
    this.#differences.push(...replayed.differences.slice(0, this.room));
    this.#counts = {
      decisions: decisions + replayed.identical + found,
      identical: identical + replayed.identical,
      different: different + found,
      notComparable,
    };
  }

  report(): ReplayReport {
    const durationMs = performance.now() - this.#began;
    return {
      ...this.#counts,
      parts: this.#parts,
      differences: this.#differences,
      notCompared: this.#notCompared,
      durationMs: Math.round(durationMs),
      decisionsPerSecond: Math.round((this.#counts.decisions / Math.max(durationMs, 1)) * 1000),
    };
  }
}
