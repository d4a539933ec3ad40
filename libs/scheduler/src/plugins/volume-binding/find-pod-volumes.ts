import { compareQuantities, ZERO_QUANTITY } from '#apimachinery';
import type { SelectableNode } from '#kubernetes';
import {
  volumeAnnotations,
  StorageView,
  VolumeReach,
  type PersistentVolume,
  type PersistentVolumeClaim,
} from '../../volumes/index.js';
import type { ReadableSnapshot } from '../../snapshot/index.js';
import { MatchingVolumes, volumeName, type UnreadableClaim } from './matching-volumes.js';
import type { DelayedClaim, PodVolumeClaims } from './pod-volume-claims.js';
import { provisioningOf, type Provisioning } from './provisioning.js';
import { requestedStorage } from './storage-size.js';

export const NODE_CONFLICT = "node(s) didn't match PersistentVolume's node affinity";
export const BIND_CONFLICT = "node(s) didn't find available persistent volumes to bind";
export const NOT_ENOUGH_SPACE = 'node(s) did not have enough free storage';
export const VOLUME_NOT_FOUND = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

/**
 * What a pod's claims come to on one node: volumes to bind, claims to make volumes for; or why the node will not do.
 */
export interface PodVolumes {
  readonly bindings: readonly { readonly claim: PersistentVolumeClaim; readonly volume: PersistentVolume }[];
  readonly provisions: readonly PersistentVolumeClaim[];
  /** In kube-scheduler's order; none: the node will do. */
  readonly reasons: readonly string[];
}

/** Something about the pod's volumes cannot be read; the verdict on the node is an error. */
export interface VolumesError {
  readonly error: string;
}

export type FindPodVolumes = (node: SelectableNode) => PodVolumes | VolumesError;

/** What versions of kube-scheduler differ in. */
export interface VolumeRules {
  /** The storage objects that are looked at. */
  readonly view: (snapshot: ReadableSnapshot) => StorageView;
  /** Which nodes reach a volume that a claim is bound to. */
  readonly reach: (volume: PersistentVolume) => Pick<VolumeReach, 'isReachable'>;
}

const RULES: VolumeRules = {
  view: (snapshot) => new StorageView(snapshot),
  reach: (volume) => new VolumeReach(volume),
};

/**
 * Looks at a pod's claims node by node; what does not depend on the node is looked at once. As
 * kube-scheduler v1.34 FindPodVolumes.
 */
export function findPodVolumes(
  { bound, delayed }: PodVolumeClaims,
  snapshot: ReadableSnapshot,
  { view, reach }: VolumeRules = RULES,
): FindPodVolumes {
  const storage = view(snapshot);
  const checkBound = boundClaims(bound, storage, reach);
  const findUnbound = delayedClaims(delayed, storage);
  return (node) => {
    const boundReason = checkBound(node);
    if (typeof boundReason === 'object') return boundReason;
    const found = findUnbound(node);
    if ('error' in found) return found;
    // A volume that is not there is named last, one that is elsewhere first.
    const first = boundReason === NODE_CONFLICT ? [NODE_CONFLICT] : [];
    const last = boundReason === VOLUME_NOT_FOUND ? [VOLUME_NOT_FOUND] : [];
    return { ...found, reasons: [...first, ...found.reasons, ...last] };
  };
}

type BoundVerdict = typeof NODE_CONFLICT | typeof VOLUME_NOT_FOUND | VolumesError | undefined;

/** The first bound claim whose volume the node does not reach decides. As kube-scheduler v1.34 checkBoundClaims. */
function boundClaims(
  volumeNames: readonly string[],
  storage: StorageView,
  reachOf: VolumeRules['reach'],
): (node: SelectableNode) => BoundVerdict {
  const reaches = volumeNames.map((name) => {
    const volume = storage.volume(name);
    return volume === undefined ? null : reachOf(volume);
  });
  return ({ name, labels }) => {
    const csiNode = reaches.length === 0 ? undefined : storage.csiNode(name);
    for (const reach of reaches) {
      if (reach === null) return VOLUME_NOT_FOUND;
      const reachable = reach.isReachable(labels, csiNode);
      if (typeof reachable === 'object') return { error: `could not translate pv: ${reachable.problem}` };
      if (!reachable) return NODE_CONFLICT;
    }
    return undefined;
  };
}

interface UnboundClaim {
  readonly claim: PersistentVolumeClaim;
  readonly provisioning: (labels: SelectableNode['labels']) => Provisioning;
}

/** A claim whose volume need not be made for it. */
interface OpenClaim extends UnboundClaim {
  readonly matching: MatchingVolumes | UnreadableClaim;
}

/** Volumes that exist are matched first, smallest claim first; what is left is made. */
function delayedClaims(claims: readonly DelayedClaim[], storage: StorageView): FindPodVolumes {
  const selected = claims.filter(({ claim }) => selectedNode(claim) !== undefined).map((one) => unbound(one, storage));
  const unselected = claims
    .filter(({ claim }) => selectedNode(claim) === undefined)
    .map((one) => open(one, storage))
    .sort(compareSizes);
  const nodes = new Set(selected.map(({ claim }) => selectedNode(claim)));
  return (node) => {
    if (nodes.size > 1 || (nodes.size === 1 && !nodes.has(node.name)))
      return { bindings: [], provisions: [], reasons: [BIND_CONFLICT] };
    const matched = match(unselected, node);
    if ('error' in matched) return matched;
    const provisions = [...selected, ...matched.left];
    const reason = provisioningReason(provisions, node);
    return {
      bindings: matched.bindings,
      provisions: provisions.map(({ claim }) => claim),
      reasons: reason === null ? [] : [reason],
    };
  };
}

function selectedNode({ metadata }: PersistentVolumeClaim): string | undefined {
  return metadata?.annotations?.[volumeAnnotations.selectedNode];
}

function unbound(delayed: DelayedClaim, storage: StorageView): UnboundClaim {
  return { claim: delayed.claim, provisioning: provisioningOf(delayed, storage) };
}

function open(delayed: DelayedClaim, storage: StorageView): OpenClaim {
  return { ...unbound(delayed, storage), matching: MatchingVolumes.of(delayed.claim, storage.volumes) };
}

function compareSizes({ claim: a }: UnboundClaim, { claim: b }: UnboundClaim): number {
  return compareQuantities(requestedStorage(a) ?? ZERO_QUANTITY, requestedStorage(b) ?? ZERO_QUANTITY);
}

interface Matched {
  readonly bindings: PodVolumes['bindings'];
  readonly left: readonly UnboundClaim[];
}

/** No volume goes to two claims. As kube-scheduler v1.34 findMatchingVolumes. */
function match(claims: readonly OpenClaim[], { labels }: SelectableNode): Matched | VolumesError {
  const taken = new Set<string>();
  const bindings: PodVolumes['bindings'][number][] = [];
  const left: UnboundClaim[] = [];
  for (const one of claims) {
    if ('problem' in one.matching) return { error: one.matching.problem };
    const volume = one.matching.on(labels, taken);
    if (volume === undefined) {
      left.push(one);
    } else {
      taken.add(volumeName(volume));
      bindings.push({ claim: one.claim, volume });
    }
  }
  return { bindings, left };
}

/** The first claim whose volume cannot be made decides. */
function provisioningReason(claims: readonly UnboundClaim[], { labels }: SelectableNode): string | null {
  for (const { provisioning } of claims) {
    const verdict = provisioning(labels);
    if (verdict !== 'possible') return verdict === 'impossible' ? BIND_CONFLICT : NOT_ENOUGH_SPACE;
  }
  return null;
}
