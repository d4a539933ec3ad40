import { claimNameOf, classNameOf, findClaim, findClass, findVolume } from './claims.js';
import { inTreePluginOf, isAnnotated, translatedAffinity } from './in-tree-volume.js';
import { parseSelector, selects } from './label-selector.js';
import { affinityAllows, findMatchingVolume, requestedNano } from './matching-volume.js';
import { nameOf, namespaceOf, type Cluster } from './model.js';
import type {
  NodeObject,
  PersistentVolumeClaimObject,
  PersistentVolumeObject,
  PodObject,
  StorageClassObject,
} from './objects.js';
import { valueOf } from './quantity.js';
import { meets, requirementProblems } from './requirement.js';

const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

const NODE_CONFLICT = "node(s) didn't match PersistentVolume's node affinity";
const BIND_CONFLICT = "node(s) didn't find available persistent volumes to bind";
const NOT_ENOUGH_SPACE = 'node(s) did not have enough free storage';
const VOLUME_NOT_THERE = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

/** A pod's claims, in the order of its volumes; a claim that is named twice is there twice. */
export interface Claims {
  readonly bound: readonly PersistentVolumeClaimObject[];
  /** To be bound when the pod has its node. */
  readonly delayed: readonly PersistentVolumeClaimObject[];
  /** Should have been bound long ago. */
  readonly immediate: readonly PersistentVolumeClaimObject[];
}

/** Sorts the claims of a pod, all of which are there. */
export function claimsOf(pod: PodObject, cluster: Cluster): Claims | { readonly error: string } {
  const bound: PersistentVolumeClaimObject[] = [];
  const delayed: PersistentVolumeClaimObject[] = [];
  const immediate: PersistentVolumeClaimObject[] = [];
  for (const volume of pod.spec?.volumes ?? []) {
    const named = claimNameOf(pod, volume);
    const claim = named === undefined ? undefined : findClaim(cluster, namespaceOf(pod), named.name);
    if (claim === undefined) continue;
    if (isBound(claim)) {
      bound.push(claim);
      continue;
    }
    const storageClass = findClass(cluster, classNameOf(claim));
    if (storageClass !== undefined && storageClass.volumeBindingMode === undefined) {
      return { error: `VolumeBindingMode not set for StorageClass ${JSON.stringify(nameOf(storageClass))}` };
    }
    const waits = storageClass?.volumeBindingMode === 'WaitForFirstConsumer' && (claim.spec?.volumeName ?? '') === '';
    (waits ? delayed : immediate).push(claim);
  }
  return { bound, delayed, immediate };
}

function isBound({ metadata, spec }: PersistentVolumeClaimObject): boolean {
  return (spec?.volumeName ?? '') !== '' && metadata?.annotations?.[BIND_COMPLETED] !== undefined;
}

export interface Binding {
  readonly claim: PersistentVolumeClaimObject;
  readonly volume: PersistentVolumeObject;
}

/** What has to be done for the pod's claims on a node, or why it cannot be done. */
export type PodVolumes =
  | { readonly bindings: readonly Binding[]; readonly provisions: readonly PersistentVolumeClaimObject[] }
  | { readonly reasons: readonly string[] }
  | { readonly error: string };

export function podVolumesOn({ bound, delayed }: Claims, node: NodeObject, cluster: Cluster): PodVolumes {
  const boundProblem = checkBound(bound, node, cluster);
  if (boundProblem !== null && 'error' in boundProblem) return boundProblem;
  const toDo = plan(delayed, node, cluster);
  const reasons = [...(boundProblem?.reasons ?? []), ...('reasons' in toDo ? toDo.reasons : [])];
  return reasons.length > 0 ? { reasons } : toDo;
}

/** The first bound claim whose volume is missing or cannot be reached from the node decides. */
function checkBound(
  claims: readonly PersistentVolumeClaimObject[],
  node: NodeObject,
  cluster: Cluster,
): { readonly reasons: readonly string[] } | { readonly error: string } | null {
  for (const claim of claims) {
    const volume = findVolume(cluster, claim.spec?.volumeName ?? '');
    if (volume === undefined) return { reasons: [VOLUME_NOT_THERE] };
    const affinity = affinityOn(volume, node, cluster);
    if ('error' in affinity) return { error: `could not translate pv: ${affinity.error}` };
    if (!affinityAllows(affinity.affinity, node)) return { reasons: [NODE_CONFLICT] };
  }
  return null;
}

/** In the words of the CSI driver where the node says that it has moved from the in-tree plugin to it. */
function affinityOn(
  volume: PersistentVolumeObject,
  node: NodeObject,
  { objects }: Cluster,
): ReturnType<typeof translatedAffinity> {
  const plugin = inTreePluginOf(volume.spec ?? {});
  const csiNode = objects.csiNodes?.find((other) => nameOf(other) === nameOf(node));
  const moved = plugin !== undefined && plugin.migration !== 'off' && isAnnotated(plugin, csiNode);
  return moved ? translatedAffinity(plugin, volume) : { affinity: volume.spec?.nodeAffinity?.required };
}

/**
 * Volumes that are there go before new ones. A claim for which a node is selected already waits for its volume there.
 */
function plan(
  claims: readonly PersistentVolumeClaimObject[],
  node: NodeObject,
  cluster: Cluster,
): Exclude<PodVolumes, { error: string }> {
  const provisions: PersistentVolumeClaimObject[] = [];
  const unmatched: PersistentVolumeClaimObject[] = [];
  for (const claim of claims) {
    const selected = claim.metadata?.annotations?.[SELECTED_NODE];
    if (selected !== undefined && selected !== nameOf(node)) return { reasons: [BIND_CONFLICT] };
    (selected === undefined ? unmatched : provisions).push(claim);
  }
  const bindings: Binding[] = [];
  for (const claim of bySize(unmatched)) {
    const free = (cluster.objects.persistentVolumes ?? []).filter(
      (volume) => classNameOf(volume) === classNameOf(claim) && !bindings.some((binding) => binding.volume === volume),
    );
    const volume = findMatchingVolume(claim, free, node);
    if (volume === undefined) provisions.push(claim);
    else bindings.push({ claim, volume });
  }
  for (const claim of provisions) {
    const problem = provisionProblem(claim, node, cluster);
    if (problem !== null) return { reasons: [problem] };
  }
  return { bindings, provisions };
}

/** The smallest request first; equal ones as they came. */
function bySize(claims: readonly PersistentVolumeClaimObject[]): readonly PersistentVolumeClaimObject[] {
  return [...claims].sort((a, b) => {
    const difference = requestedNano(a) - requestedNano(b);
    return difference < 0n ? -1 : Number(difference > 0n);
  });
}

/** Why a new volume cannot be made for the claim where the node is; null where it can. */
function provisionProblem(claim: PersistentVolumeClaimObject, node: NodeObject, cluster: Cluster): string | null {
  const storageClass = findClass(cluster, classNameOf(claim)) ?? {};
  const { provisioner = '' } = storageClass;
  if (provisioner === '' || provisioner === NO_PROVISIONER) return BIND_CONFLICT;
  if (!isAllowedTopology(storageClass, node)) return BIND_CONFLICT;
  return hasCapacity(claim, storageClass, { node, cluster }) ? null : NOT_ENOUGH_SPACE;
}

/** No terms allow every node; terms are alternatives, and an empty or malformed one allows none. */
function isAllowedTopology({ allowedTopologies = [] }: StorageClassObject, node: NodeObject): boolean {
  const labels = node.metadata?.labels ?? {};
  return (
    allowedTopologies.length === 0 ||
    allowedTopologies.some(({ matchLabelExpressions = [] }) => {
      const requirements = matchLabelExpressions.map((expression) => ({ ...expression, operator: 'In' }));
      return (
        requirements.length > 0 &&
        requirements.every(
          (requirement) => requirementProblems(requirement, '').length === 0 && meets(labels, requirement),
        )
      );
    })
  );
}

/**
 * Asked only of drivers that publish capacities. One capacity must be large enough for the whole claim; what
 * others take is not subtracted.
 */
function hasCapacity(
  claim: PersistentVolumeClaimObject,
  storageClass: StorageClassObject,
  { node, cluster }: { node: NodeObject; cluster: Cluster },
): boolean {
  const request = claim.spec?.resources?.requests?.['storage'];
  const driver = cluster.objects.csiDrivers?.find((other) => nameOf(other) === storageClass.provisioner);
  if (request === undefined || driver?.spec?.storageCapacity !== true) return true;
  return (cluster.objects.csiStorageCapacities ?? []).some(
    ({ storageClassName = '', capacity, maximumVolumeSize, nodeTopology }) => {
      const limit = maximumVolumeSize ?? capacity;
      return (
        storageClassName === nameOf(storageClass) &&
        limit !== undefined &&
        valueOf(limit) >= valueOf(request) &&
        selects(parseSelector(nodeTopology), node.metadata?.labels)
      );
    },
  );
}
