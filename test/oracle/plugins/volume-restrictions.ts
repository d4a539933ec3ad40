import { claimNotFound, findClaim, namedClaims } from '../claims.js';
import {
  namespaceOf,
  podsOn,
  type Attempt,
  type Cluster,
  type FilterAttempt,
  type OraclePlugin,
  type PreFilterAnswer,
  type Verdict,
} from '../model.js';
import type { NodeObject, PodObject, Volume } from '../objects.js';

const DISK = 'node(s) had no available disk';
const READ_WRITE_ONCE_POD =
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';

function preFilter({ pod, cluster }: Attempt): PreFilterAnswer {
  const missing = namedClaims(pod).find((name) => findClaim(cluster, namespaceOf(pod), name) === undefined);
  if (missing !== undefined)
    return { reject: { code: 'UnschedulableAndUnresolvable', reasons: [claimNotFound(missing)] } };
  const disks = (pod.spec?.volumes ?? []).some(isRestricted);
  return !disks && claimsInUse(pod, cluster) === 0 ? { skip: true } : {};
}

/** The kinds of volumes that two pods on one node may not share freely. */
function isRestricted({ gcePersistentDisk, awsElasticBlockStore, rbd, iscsi }: Volume): boolean {
  return [gcePersistentDisk, awsElasticBlockStore, rbd, iscsi].some((source) => source !== undefined);
}

/** The pod's claims that one pod of the whole cluster may use at a time, each once. */
function exclusiveClaims(pod: PodObject, cluster: Cluster): readonly string[] {
  const exclusive = namedClaims(pod).filter(
    (name) => findClaim(cluster, namespaceOf(pod), name)?.spec?.accessModes?.includes('ReadWriteOncePod') === true,
  );
  return [...new Set(exclusive)];
}

/** How many of them a pod on a node uses already. */
function claimsInUse(pod: PodObject, cluster: Cluster): number {
  const others = cluster.pods.filter((other) => namespaceOf(other) === namespaceOf(pod));
  return exclusiveClaims(pod, cluster).filter((name) => others.some((other) => namedClaims(other).includes(name)))
    .length;
}

/**
 * The count after AddPod and RemovePod, which count a claim for each volume that names it, in whatever namespace,
 * although PreFilter counted it once however many pods use it.
 */
function conflicts({ pod, atPreFilter, changes }: FilterAttempt): number {
  const exclusive = exclusiveClaims(pod, atPreFilter);
  let count = claimsInUse(pod, atPreFilter);
  for (const change of changes) {
    const uses = namedClaims(change.pod).filter((name) => exclusive.includes(name)).length;
    count += change.added ? uses : -uses;
  }
  return count;
}

function filter(attempt: FilterAttempt, node: NodeObject): Verdict {
  const existing = podsOn(attempt.cluster, node).flatMap(({ spec }) => spec?.volumes ?? []);
  for (const volume of attempt.pod.spec?.volumes ?? []) {
    if (existing.some((other) => collide(volume, other))) return { code: 'Unschedulable', reasons: [DISK] };
  }
  return conflicts(attempt) > 0 ? { code: 'Unschedulable', reasons: [READ_WRITE_ONCE_POD] } : null;
}

/** The same disk, unless both only read it; EBS never shares. */
function collide(a: Volume, b: Volume): boolean {
  return sameGceDisk(a, b) || sameEbsVolume(a, b) || sameIscsiTarget(a, b) || sameRbdImage(a, b);
}

interface Readable {
  readonly readOnly?: boolean;
}

function bothRead(a: Readable, b: Readable): boolean {
  return a.readOnly === true && b.readOnly === true;
}

function sameGceDisk({ gcePersistentDisk: a }: Volume, { gcePersistentDisk: b }: Volume): boolean {
  return a !== undefined && b !== undefined && (a.pdName ?? '') === (b.pdName ?? '') && !bothRead(a, b);
}

function sameEbsVolume({ awsElasticBlockStore: a }: Volume, { awsElasticBlockStore: b }: Volume): boolean {
  return a !== undefined && b !== undefined && (a.volumeID ?? '') === (b.volumeID ?? '');
}

/** The target's name alone: neither the portal nor the number of the unit. */
function sameIscsiTarget({ iscsi: a }: Volume, { iscsi: b }: Volume): boolean {
  return a !== undefined && b !== undefined && (a.iqn ?? '') === (b.iqn ?? '') && !bothRead(a, b);
}

/** The same image of the same pool, reached through a monitor that both name. */
function sameRbdImage({ rbd: a }: Volume, { rbd: b }: Volume): boolean {
  if (a === undefined || b === undefined || bothRead(a, b)) return false;
  const monitors = b.monitors ?? [];
  return (
    (a.pool ?? '') === (b.pool ?? '') &&
    (a.image ?? '') === (b.image ?? '') &&
    (a.monitors ?? []).some((monitor) => monitors.includes(monitor))
  );
}

/** Volumes that pods may not share: disks of one writer on a node, and claims of one pod in the whole cluster. */
export const volumeRestrictions: OraclePlugin = { name: 'VolumeRestrictions', preFilter, filter };
