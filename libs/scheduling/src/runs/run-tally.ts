import type { PartPlan } from './decide/index.js';
import { addForbidden, forbiddenCount, type ForbiddenPods } from './run-counts.js';
import { NO_COUNTS, NO_DURATIONS, type RunCounts, type RunDurations } from './run.js';

/** What a part came to, and what it left out. */
export interface TalliedPart {
  readonly plan: PartPlan;
  readonly forbidden: ForbiddenPods;
}

/** What a run came to by its last whole part: with this another process goes on. */
export interface TalliedRun {
  readonly counts: RunCounts;
  readonly forbidden: ForbiddenPods;
  readonly durations: RunDurations;
  readonly parts: number;
  readonly committed: number;
  readonly chunks: number;
}

/** Of a run that has no part. */
export const NO_TALLY: TalliedRun = {
  ...{ counts: NO_COUNTS, forbidden: {}, durations: NO_DURATIONS },
  ...{ parts: 0, committed: 0, chunks: 0 },
};

/** What a run has come to so far: committed parts, and the time that all attempts at them took. */
export class RunTally {
  #counts: RunCounts;
  #forbidden: ForbiddenPods;
  #readMs: number;
  #decideMs: number;
  #writeMs: number;
  readonly #totalMs: number;
  #underWay = 0;
  readonly #startedAt = performance.now();
  /** Committed parts, decisions and trace chunks. */
  parts: number;
  committed: number;
  chunks: number;

  constructor({ counts, forbidden, durations, parts, committed, chunks } = NO_TALLY) {
    this.#counts = counts;
    this.#forbidden = forbidden;
    this.#readMs = durations.readMs;
    this.#decideMs = durations.decideMs;
    this.#writeMs = durations.writeMs;
    this.#totalMs = durations.totalMs;
    this.parts = parts;
    this.committed = committed;
    this.chunks = chunks;
  }

  get decided(): number {
    return this.committed + this.#underWay;
  }

  progress(decided: number): void {
    this.#underWay = decided;
  }

  /** The state was read, by work that began then. */
  readSince(began: number): void {
    this.#readMs += performance.now() - began;
  }

  async deciding<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#decideMs += performance.now() - started;
    }
  }

  /** As it will be once the part is committed. */
  with(
    part: TalliedPart,
    writeMs: number,
  ): {
    readonly counts: RunCounts;
    readonly forbidden: ForbiddenPods;
    readonly durations: RunDurations;
    readonly parts: number;
  } {
    const { plan } = part;
    const forbidden = addForbidden(this.#forbidden, part.forbidden);
    const counts: { -readonly [Count in keyof RunCounts]: RunCounts[Count] } = {
      ...this.#counts,
      ...forbiddenCount(forbidden),
    };
    for (const { outcome, attempt } of plan.decisions) {
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (attempt === 1) counts.selected++;
    }
    return { counts, forbidden, durations: this.#durations(writeMs), parts: this.parts + 1 };
  }

  /** All of it, as it will be once the part is committed. */
  talliedWith(part: TalliedPart, writeMs: number): TalliedRun {
    const { plan } = part;
    return {
      ...this.with(part, writeMs),
      committed: this.committed + plan.decisions.length,
      chunks: this.chunks + plan.chunks.length,
    };
  }

  commit(part: TalliedPart, writeMs: number): void {
    const { counts, forbidden } = this.with(part, writeMs);
    const { plan } = part;
    this.#counts = counts;
    this.#forbidden = forbidden;
    this.#writeMs += writeMs;
    this.#underWay = 0;
    this.parts++;
    this.committed += plan.decisions.length;
    this.chunks += plan.chunks.length;
  }

  #durations(writeMs: number): RunDurations {
    return {
      readMs: tenths(this.#readMs),
      decideMs: tenths(this.#decideMs),
      writeMs: tenths(this.#writeMs + writeMs),
      totalMs: tenths(this.#totalMs + performance.now() - this.#startedAt),
    };
  }
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
