import { compareQuantities, compileLabelSelector, labelSelectorError, ZERO_QUANTITY, type LabelMatcher, type Labels, type Quantity } from '#kubernetes';
import { compareBytes } from '../../snapshot/index.js';
import { reachable, storageClassName, type PersistentVolume, type PersistentVolumeClaim, type Reachable } from '../../volumes/index.js';
import { requestedStorage, storageCapacity } from './storage-size.js';

/** A volume that may be bound to a claim, on nodes that reach it. */
interface Candidate {
  readonly volume: PersistentVolume;
  readonly capacity: Quantity;
  /** Set aside for the claim, by the user or by an earlier placement: it is taken, or nothing is. */
  readonly reserved: boolean;
  readonly isReachable: Reachable;
}

/** Why no volume can be looked for, in the words of component-helpers v1.34. */
export interface UnreadableClaim {
  readonly problem: string;
}

/**
 * The volumes that match a claim, whatever the node: what depends on the claim alone is looked at once per pod. Reserved ones
 * come first, then the smallest. Upstream takes any of those that are equally small; here it is the first by name.
 * As component-helpers v1.34 FindMatchingVolume.
 */
export class MatchingVolumes {
  readonly claim: PersistentVolumeClaim;
  readonly #candidates: readonly Candidate[];

  private constructor(claim: PersistentVolumeClaim, candidates: readonly Candidate[]) {
    this.claim = claim;
    this.#candidates = candidates;
  }

  /** `volumes` are all of the cluster. */
  static of(claim: PersistentVolumeClaim, volumes: readonly PersistentVolume[]): MatchingVolumes | UnreadableClaim {
    const selector = selectorOf(claim);
    if (typeof selector !== 'function') return selector;
    const wanted: Wanted = { claim, selector, className: storageClassName(claim), size: requestedStorage(claim) ?? ZERO_QUANTITY };
    const candidates = volumes.flatMap((volume) => candidate(volume, wanted) ?? []);
    return new MatchingVolumes(claim, candidates.sort(compareCandidates));
  }

  /** The volume for the claim on a node with these labels; `taken` are the names of those that other claims of the pod got. */
  on(labels: Labels, taken: ReadonlySet<string>): PersistentVolume | undefined {
    for (const { volume, reserved, isReachable } of this.#candidates) {
      if (taken.has(volumeName(volume))) continue;
      if (isReachable(labels)) return volume;
      if (reserved) return undefined;
    }
    return undefined;
  }
}

/** The name of a volume; volumes have no namespace. */
export function volumeName({ metadata }: PersistentVolume): string {
  return metadata?.name ?? '';
}

/** Whether the volume is set aside for this claim. As component-helpers v1.34 IsVolumeBoundToClaim. */
export function isReservedFor({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const { namespace = '', name = '', uid = '' } = spec?.claimRef ?? {};
  return Boolean(spec?.claimRef) && name === (metadata?.name ?? '') && namespace === (metadata?.namespace ?? '') && (uid === '' || uid === metadata?.uid);
}

interface Wanted {
  readonly claim: PersistentVolumeClaim;
  readonly selector: LabelMatcher;
  readonly className: string;
  readonly size: Quantity;
}

function candidate(volume: PersistentVolume, { claim, selector, className, size }: Wanted): Candidate | null {
  // Upstream lists the volumes of the claim's class only, before it looks at what is reserved.
  if (storageClassName(volume) !== className) return null;
  const reserved = isReservedFor(volume, claim);
  const capacity = storageCapacity(volume);
  if (volume.spec?.claimRef && !reserved) return null;
  if (compareQuantities(capacity, size) < 0 || !sameKind(volume, claim) || volume.metadata?.deletionTimestamp) return null;
  if (!reserved && !isAvailable(volume, claim, selector)) return null;
  return { volume, capacity, reserved, isReachable: reachable(volume) };
}

/** Volume mode and attributes class. */
function sameKind({ spec: volume }: PersistentVolume, { spec: claim }: PersistentVolumeClaim): boolean {
  return (volume?.volumeMode ?? 'Filesystem') === (claim?.volumeMode ?? 'Filesystem')
    && (volume?.volumeAttributesClassName ?? '') === (claim?.volumeAttributesClassName ?? '');
}

/** What a volume that is reserved for the claim need not be. */
function isAvailable({ metadata, spec, status }: PersistentVolume, claim: PersistentVolumeClaim, selector: LabelMatcher): boolean {
  const modes = spec?.accessModes ?? [];
  return status?.phase === 'Available' && selector(metadata?.labels) && (claim.spec?.accessModes ?? []).every((mode) => modes.includes(mode));
}

function compareCandidates(a: Candidate, b: Candidate): number {
  if (a.reserved !== b.reserved) return a.reserved ? -1 : 1;
  const bySize = a.reserved ? 0 : compareQuantities(a.capacity, b.capacity);
  return bySize === 0 ? compareBytes(volumeName(a.volume), volumeName(b.volume)) : bySize;
}

/** A claim without a selector takes volumes of any labels. */
function selectorOf({ metadata, spec }: PersistentVolumeClaim): LabelMatcher | UnreadableClaim {
  if (!spec?.selector) return () => true;
  const selector = compileLabelSelector(spec.selector);
  if (typeof selector === 'function') return selector;
  const key = `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`;
  return { problem: `error creating internal label selector for claim: ${key}: ${labelSelectorError(spec.selector)}` };
}
