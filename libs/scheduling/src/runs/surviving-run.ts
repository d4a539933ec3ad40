import type { Caller } from '#database';
import type { QueuePosition } from './read/index.js';
import type { Run } from './run.js';
import { NO_TALLY, type TalliedRun } from './run-tally.js';
import type { ScheduleRequest } from './schedule-request.js';

/** What another process needs to go on with a run that no caller waits for, as it is after its last whole part. */
export interface SurvivingRun {
  /** Ids of the cluster and the run. */
  readonly cluster: string;
  readonly run: string;
  readonly caller: Caller;
  readonly request: ScheduleRequest;
  /** Where its next part begins; undefined for the first. */
  readonly after: QueuePosition | undefined;
  readonly tallied: TalliedRun;
  /** So many processes began with that part. */
  readonly begun: number;
}

/** As it begins. It was answered: that its pods are gone by then is no reason to refuse it. */
export function begunRun(caller: Caller, request: ScheduleRequest, { id, cluster }: Run): SurvivingRun {
  const { signal: _, ...asker } = caller;
  return {
    ...{ cluster, run: id, caller: asker, request: { ...request, allowEmpty: true } },
    ...{ after: undefined, tallied: NO_TALLY, begun: 0 },
  };
}

/** What a job has of it: text that is not in the database otherwise. */
export type RunPayload = Readonly<Record<'cluster' | 'run' | 'parts' | 'kept', string>>;

/** As it is stored. */
export function runPayload({ cluster, run, caller, request, after, tallied, begun }: SurvivingRun): RunPayload {
  const { signal: _, ...asker } = caller;
  const position = after && { ...after, createdPosition: String(after.createdPosition), until: String(after.until) };
  const kept = { asker, request: { ...request, seed: String(request.seed) }, after: position, tallied, begun };
  return { cluster, run, parts: String(tallied.parts), kept: JSON.stringify(kept) };
}

interface StoredPosition extends Pick<QueuePosition, 'priority'> {
  readonly createdAt: string;
  readonly createdPosition: string;
  readonly until: string;
}

interface StoredRun {
  readonly asker: Caller;
  readonly request: Omit<ScheduleRequest, 'seed'> & { readonly seed: string };
  readonly after?: StoredPosition;
  readonly tallied: TalliedRun;
  readonly begun: number;
}

/** The run of a payload. */
export function survivingRun({ cluster, run, kept }: RunPayload): SurvivingRun {
  const { asker, request, after, tallied, begun } = JSON.parse(kept) as StoredRun;
  return {
    ...{ cluster, run, tallied, begun, caller: asker },
    request: { ...request, seed: BigInt(request.seed) },
    after: after && {
      priority: after.priority,
      createdAt: new Date(after.createdAt),
      createdPosition: BigInt(after.createdPosition),
      until: BigInt(after.until),
    },
  };
}
