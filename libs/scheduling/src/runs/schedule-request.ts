import type { LabelRequirement } from '#apimachinery';
import type { ProfileRequest } from '../profiles/index.js';
import type { AskedPods, Preemption, TieBreak } from './run.js';

/** Which pods a run is for. */
export type PodRequest =
  | { readonly names: readonly string[] }
  /** Pending pods only; nothing given is all pending pods. */
  | { readonly namespace?: string; readonly labels?: LabelRequest };

/** Labels that pods must have, and how the caller said so. */
export interface LabelRequest {
  readonly selector: string;
  readonly requirements: readonly LabelRequirement[];
}

/** Names that are noted with a run, whose decisions have all of them: runs are shown in pages. */
const KEPT_NAMES = 100;

/** The same as it is noted with the run. */
export function askedPods(request: PodRequest): AskedPods {
  if ('names' in request) return { names: request.names.slice(0, KEPT_NAMES), count: request.names.length };
  const { namespace, labels } = request;
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labelSelector: labels.selector }),
  };
}

/** A call of `schedule`, its texts already read by a face. */
export interface ScheduleRequest {
  /** Cluster id or name. */
  readonly cluster: string;
  readonly pods: PodRequest;
  /** For all pods given; without it, each goes through the profile that its schedulerName names. */
  readonly profile?: ProfileRequest;
  readonly tieBreak: TieBreak;
  /** 0 to 2^64 - 1; recorded, and used where ties are broken by it. */
  readonly seed: bigint;
  readonly preemption: Preemption;
  readonly dryRun: boolean;
  /** Whether a run of no pods is asked for as well: without, it is refused. */
  readonly allowEmpty: boolean;
  /** The run happens on exactly this revision, or not at all. */
  readonly baseRevision?: string;
}

/** A run of so many pods is waited for at a screen. */
const FEW_PODS = 10;

/** Whether a run is over at once, where others go on for seconds. */
export function isOfFew({ pods }: Pick<ScheduleRequest, 'pods'>): boolean {
  return 'names' in pods && pods.names.length <= FEW_PODS;
}
