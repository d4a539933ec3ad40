import { claimNameOf, claimNotFound, findClaim, ownershipProblem } from '../claims.js';
import {
  nameOf,
  namespaceOf,
  type Attempt,
  type ClusterObjects,
  type FilterAttempt,
  type OraclePlugin,
  type PreFilterAnswer,
  type Rejection,
  type Verdict,
} from '../model.js';
import type { NodeObject, PersistentVolumeClaimObject, PersistentVolumeObject } from '../objects.js';
import { claimsOf, podVolumesOn, SELECTED_NODE, type PodVolumes } from '../pod-volumes.js';

const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';

function unresolvable(...reasons: readonly string[]): Rejection {
  return { code: 'UnschedulableAndUnresolvable', reasons };
}

function failure(message: string): Rejection {
  return { code: 'Error', reasons: [message] };
}

function preFilter(attempt: Attempt): PreFilterAnswer {
  const { pod, cluster } = attempt;
  const volumes = (pod.spec?.volumes ?? []).filter((volume) => claimNameOf(pod, volume) !== undefined);
  if (volumes.length === 0) return { skip: true };
  const problem = firstProblem(attempt);
  if (problem !== null) return { reject: unresolvable(problem) };
  const claims = claimsOf(pod, cluster);
  if ('error' in claims) return { reject: failure(claims.error) };
  return claims.immediate.length > 0
    ? { reject: unresolvable('pod has unbound immediate PersistentVolumeClaims') }
    : {};
}

/** The first claim that is missing, lost, about to go, or another pod's. */
function firstProblem({ pod, cluster }: Attempt): string | null {
  for (const volume of pod.spec?.volumes ?? []) {
    const named = claimNameOf(pod, volume);
    if (named === undefined) continue;
    const claim = findClaim(cluster, namespaceOf(pod), named.name);
    if (claim === undefined) {
      return named.ephemeral
        ? `waiting for ephemeral volume controller to create the persistentvolumeclaim ${JSON.stringify(named.name)}`
        : claimNotFound(named.name);
    }
    const problem = problemOf(claim) ?? (named.ephemeral ? ownershipProblem(pod, claim) : null);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOf(claim: PersistentVolumeClaimObject): string | null {
  const name = JSON.stringify(nameOf(claim));
  if (claim.status?.phase === 'Lost')
    return (
      `persistentvolumeclaim ${name} bound to non-existent persistentvolume ` +
      `${JSON.stringify(claim.spec?.volumeName ?? '')}`
    );
  return claim.metadata?.deletionTimestamp === undefined ? null : `persistentvolumeclaim ${name} is being deleted`;
}

function volumesOn({ pod, cluster }: Attempt, node: NodeObject): PodVolumes {
  const claims = claimsOf(pod, cluster);
  return 'error' in claims ? claims : podVolumesOn(claims, node, cluster);
}

function filter(attempt: FilterAttempt, node: NodeObject): Verdict {
  const volumes = volumesOn(attempt, node);
  if ('error' in volumes) return failure(volumes.error);
  return 'reasons' in volumes ? unresolvable(...volumes.reasons) : null;
}

/** Scores belong to a feature that is off in v1.34 (StorageCapacityScoring). */
function preScoreSkip(): boolean {
  return true;
}

/** Volumes that were matched are for their claims from now on; claims to be provisioned are for this node. */
function reserve(attempt: Attempt, node: NodeObject): ClusterObjects {
  const { objects } = attempt.cluster;
  const volumes = volumesOn(attempt, node);
  if (!('bindings' in volumes)) return objects;
  const { bindings, provisions } = volumes;
  return {
    ...objects,
    persistentVolumes: (objects.persistentVolumes ?? []).map((volume) => {
      const binding = bindings.find((other) => other.volume === volume);
      return binding === undefined ? volume : boundTo(volume, binding.claim);
    }),
    persistentVolumeClaims: (objects.persistentVolumeClaims ?? []).map((claim) =>
      provisions.includes(claim) ? selecting(claim, nameOf(node)) : claim,
    ),
  };
}

function boundTo(volume: PersistentVolumeObject, claim: PersistentVolumeClaimObject): PersistentVolumeObject {
  const { uid } = claim.metadata ?? {};
  const claimRef = {
    kind: 'PersistentVolumeClaim',
    namespace: namespaceOf(claim),
    name: nameOf(claim),
    ...(uid === undefined ? {} : { uid }),
  };
  const annotations = { ...volume.metadata?.annotations, [BOUND_BY_CONTROLLER]: 'yes' };
  return { ...volume, metadata: { ...volume.metadata, annotations }, spec: { ...volume.spec, claimRef } };
}

function selecting(claim: PersistentVolumeClaimObject, node: string): PersistentVolumeClaimObject {
  return {
    ...claim,
    metadata: { ...claim.metadata, annotations: { ...claim.metadata?.annotations, [SELECTED_NODE]: node } },
  };
}

/**
 * Claims: bound ones must be reachable from the node, the others must find a volume there or a
 * place where one can be made.
 */
export const volumeBinding: OraclePlugin = { name: 'VolumeBinding', preFilter, filter, preScoreSkip, reserve };
