import type { ProfileRef } from '#audit';

/** One call of `schedule`. 64-bit integers are decimal text; times are RFC 3339 UTC. */
export interface Run {
  readonly id: string;
  /** Cluster id. */
  readonly cluster: string;
  readonly state: 'running' | 'complete' | 'failed' | 'cancelled';
  readonly dryRun: boolean;
  /** The cluster's revision that the first part was decided on. */
  readonly baseRevision: string;
  /** The revision of the last part; null while there is none, and for dry runs. */
  readonly revision: string | null;
  /** The profile that was asked for, or the default one where each pod went through its own. */
  readonly profile: ProfileRef;
  readonly tieBreak: TieBreak;
  readonly seed: string;
  readonly preemption: Preemption;
  readonly counts: RunCounts;
  readonly durations: RunDurations;
  readonly parts: number;
  /** Why a run failed or was cancelled; null otherwise. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** Who asked for it; null for runs from before that was noted, as is `asked`. */
  readonly actor: string | null;
  readonly asked: AskedPods | null;
  /** It says what it came to for pods that the reader sees, and nothing of others. */
  readonly redacted?: true;
}

/** Which pods a run was asked for: those of these names, or pending ones; nothing given is all pending pods. */
export interface AskedPods {
  /** `namespace/name`: the first hundred; `count` says how many there were. */
  readonly names?: readonly string[];
  readonly count?: number;
  readonly namespace?: string;
  readonly labelSelector?: string;
}

export type TieBreak = 'first' | 'seeded';
export type Preemption = 'off' | 'nominate' | 'evict';

/** Pods that were selected, and decisions by outcome. */
export interface RunCounts {
  /** Of the parts that are there. A pod that was tried again after an eviction has two decisions, and is one. */
  readonly selected: number;
  readonly scheduled: number;
  readonly unschedulable: number;
  readonly nominated: number;
  readonly gated: number;
  readonly skipped: number;
  readonly error: number;
  /** Of another scheduler, which bound the pod or found no node; absent where there are none. */
  readonly observed?: number;
  readonly pending?: number;
  /** Pending pods that who asked sees and may not schedule: they were left out. Absent where there were none. */
  readonly forbidden?: number;
}

/** Milliseconds; attempts that lost against another writer are in them. */
export interface RunDurations {
  readonly readMs: number;
  readonly decideMs: number;
  readonly writeMs: number;
  readonly totalMs: number;
}

export const NO_COUNTS: Omit<RunCounts, 'forbidden'> = {
  selected: 0,
  scheduled: 0,
  unschedulable: 0,
  nominated: 0,
  gated: 0,
  skipped: 0,
  error: 0,
};
export const NO_DURATIONS: RunDurations = { readMs: 0, decideMs: 0, writeMs: 0, totalMs: 0 };
