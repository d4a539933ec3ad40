import { ownField } from '#json';
import type { KubernetesObject } from '#kubernetes';
import type { ReplicaSet } from '../replica-set/index.js';
import { maxSurge, replicasOf, type Deployment } from './deployment.js';

export const REVISION = 'deployment.kubernetes.io/revision';
const HISTORY = 'deployment.kubernetes.io/revision-history';
const DESIRED = 'deployment.kubernetes.io/desired-replicas';
const MAX = 'deployment.kubernetes.io/max-replicas';
const ROLLBACK = 'deprecated.deployment.rollback.to';

/** What a Deployment has to itself. */
const OWN: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  ...[REVISION, HISTORY, DESIRED, MAX, ROLLBACK],
]);

type Annotations = Readonly<Record<string, string>>;

/** The revision of a set; 0 where it has none. */
export function revisionOf(set: KubernetesObject): number {
  return Number.parseInt(ownField(set.metadata.annotations, REVISION) ?? '0', 10) || 0;
}

/** For how many replicas of the Deployment a set was scaled; undefined where it never was. */
export function desiredOf(set: ReplicaSet): number | undefined {
  return numberAt(set, DESIRED);
}

export function maxOf(set: ReplicaSet): number | undefined {
  return numberAt(set, MAX);
}

function numberAt({ metadata: { annotations } }: ReplicaSet, key: string): number | undefined {
  const text = ownField(annotations, key);
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
}

/** What a set says of the replicas of its Deployment. */
export function replicaAnnotations(deployment: Deployment): Annotations {
  const replicas = replicasOf(deployment);
  return { [DESIRED]: String(replicas), [MAX]: String(replicas + maxSurge(deployment)) };
}

/** Whether a set says so of its Deployment. // as ReplicasAnnotationsNeedUpdate */
export function isAnnotated(set: ReplicaSet, deployment: Deployment): boolean {
  return Object.entries(replicaAnnotations(deployment)).every(
    ([key, value]) => ownField(set.metadata.annotations, key) === value,
  );
}

/** To which revision a Deployment is to go back: 0 is the one before. // as getRollbackTo */
export function rollbackOf({ metadata: { annotations } }: Deployment): number | undefined {
  const text = ownField(annotations, ROLLBACK);
  return text === undefined || !/^[+-]?\d+$/.test(text) ? undefined : Number(text);
}

/** The annotations of a Deployment that goes back no more. */
export function withoutRollback({ [ROLLBACK]: _, ...left }: Annotations): Annotations {
  return left;
}

/** Its annotations when it has gone back to a set: those of the set, and its own. // as SetDeploymentAnnotationsTo */
export function annotationsOfRollback(deployment: Deployment, { metadata }: ReplicaSet): Annotations {
  const own = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => OWN.has(key));
  const given = Object.entries(metadata.annotations ?? {}).filter(([key]) => !OWN.has(key));
  return Object.fromEntries([...own, ...given]);
}

/**
 * The annotations of the set of the present template: those of its Deployment, and the revision, where it has a lower
 * one. Earlier revisions of it are kept. One whose revision is no number stays as it is.
 * // as SetNewReplicaSetAnnotations
 */
export function annotationsOfNew(deployment: Deployment, annotations: Annotations, revision: number): Annotations {
  const given = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => !OWN.has(key));
  const before = ownField(annotations, REVISION);
  if (before !== undefined && before !== '' && !/^[+-]?\d+$/.test(before)) return annotations;
  const merged = { ...annotations, ...Object.fromEntries(given) };
  if (Number(before ?? '0') >= revision) return merged;
  const kept = before === undefined ? undefined : withRevision(ownField(annotations, HISTORY) ?? '', before);
  return { ...merged, [REVISION]: String(revision), ...(kept !== undefined && { [HISTORY]: kept }) };
}

/** How long the list of earlier revisions may get. // as maxRevHistoryLengthInChars */
const LONGEST_HISTORY = 2_000;

/** The list of earlier revisions with one more, without the oldest where it gets too long. */
function withRevision(history: string, revision: string): string {
  const revisions = history === '' ? [] : history.split(',');
  const all = [...revisions, revision];
  while (all.length > 1 && all.join(',').length > LONGEST_HISTORY) all.shift();
  return all.join(',');
}
