import { ownField } from '#json';
import { cronJob, job } from './jobs.js';
import { daemonSet } from './daemon-set.js';
import { deployment, replicaSet, statefulSet } from './replicated.js';
import type { GivenObject, Workload, WorkloadPlace } from './workload.js';

export {
  type GivenObject,
  type Json,
  type NewPod,
  type Owner,
  type Workload,
  type WorkloadPlace,
  countOf,
  ownerOf,
  part,
  templateOfPod,
} from './workload.js';

export { daemonPod, runsOn, type PlacedNode } from './daemon-set.js';
export { suffixOf } from './names.js';

/** What makes pods, a line a kind: the versions that have it, and how. */
const WORKLOADS: Readonly<
  Record<string, { readonly group: string; readonly make: (given: GivenObject, place: WorkloadPlace) => Workload }>
> = {
  Deployment: { group: 'apps/v1', make: deployment },
  ReplicaSet: { group: 'apps/v1', make: replicaSet },
  StatefulSet: { group: 'apps/v1', make: statefulSet },
  DaemonSet: { group: 'apps/v1', make: daemonSet },
  ReplicationController: { group: 'v1', make: replicaSet },
  Job: { group: 'batch/v1', make: job },
  CronJob: { group: 'batch/v1', make: cronJob },
};

/** The kinds that can be scaled: those that say how many pods they want. */
export const SCALED_KINDS: readonly string[] = ['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController'];

export function isWorkload(apiVersion: unknown, kind: unknown): boolean {
  return typeof kind === 'string' && Object.hasOwn(WORKLOADS, kind) && WORKLOADS[kind]?.group === apiVersion;
}

/** The version of a kind that makes pods; undefined of one that makes none. */
export function workloadVersion(kind: string): string | undefined {
  return Object.hasOwn(WORKLOADS, kind) ? WORKLOADS[kind]?.group : undefined;
}

/** The pods that an object of one of these kinds would make. @throws RangeError for one that makes none */
export function workloadOf(given: GivenObject, place: WorkloadPlace): Workload {
  const found = ownField(WORKLOADS, given.kind);
  if (found === undefined) throw new RangeError(`a ${given.kind} makes no pods`);
  return found.make(given, place);
}
