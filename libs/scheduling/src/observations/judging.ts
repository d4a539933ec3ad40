import type { TraceBudget } from '#cluster';
import type { ResolvedProfile } from '../profiles/index.js';
import type { SeenDecision } from '../runs/index.js';
import type { ObservationSettings, StoredObservation } from './observation.queries.js';
import type { JudgedDecision } from './observation-run.js';

/** What decisions are judged with. */
export interface JudgeOptions {
  readonly clusterId: string;
  readonly runId: string;
  readonly settings: ObservationSettings;
  readonly budget: TraceBudget;
  readonly profiles: ReadonlyMap<string, ResolvedProfile>;
  readonly now: Date;
}

/** What the log has of a cluster is read from here on. */
export interface Reach {
  readonly keptAfter: bigint;
  /** The last position. */
  readonly head: bigint;
}

/** A decision that is judged, and its place among those that are judged together. */
export interface PartOptions extends JudgeOptions, Reach {
  readonly ordinal: number;
  readonly firstChunk: number;
}

/** What was seen, and what that says. */
export interface SeenPod {
  readonly observation: StoredObservation;
  readonly seen: SeenDecision;
}

/** A plan on one state, and what agrees there. */
export interface Decided extends Omit<JudgedDecision, 'at' | 'basePosition'> {
  readonly basePosition: bigint;
  readonly keep: () => void;
}

export const ARCHIVED = 'the log of that time is archived';
export const LISTED = 'it was seen in a list: when it was decided, and on what, is not known';
