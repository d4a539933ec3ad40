import {
  compareQuantities,
  compileLabelSelector,
  labelSelectorError,
  ZERO_QUANTITY,
  type LabelMatcher,
  type Labels,
  type Quantity,
} from '#apimachinery';
import { compareBytes } from '../../snapshot/index.js';
import {
  reachable,
  storageClassName,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Reachable,
} from '../../volumes/index.js';
import { CandidateVolumes } from './candidate-volumes.js';
import { requestedStorage, storageCapacity } from './storage-size.js';

/** A volume that may be bound to a claim, on nodes that reach it. */
interface Candidate {
  readonly volume: PersistentVolume;
  readonly capacity: Quantity;
}

/** Why no volume can be looked for, in the words of component-helpers v1.34. */
export interface UnreadableClaim {
  readonly problem: string;
}

/**
 * The volumes that match a claim, on any node: what depends on the claim alone is looked at once per pod. One
 * that is reserved comes first, then the smallest. Upstream takes any of those that are equally small; here it is the
 * first by name. As component-helpers v1.34 FindMatchingVolume.
 */
export class MatchingVolumes {
  /** Set aside for the claim, by the user or by an earlier placement: one of them is taken, or nothing is. */
  readonly #reserved: readonly PersistentVolume[];
  readonly #free: CandidateVolumes;
  readonly #smallest: PersistentVolume | undefined;
  /** Affinities are read when a node asks: few volumes are near the node that is taken. */
  readonly #reach = new Map<PersistentVolume, Reachable>();

  private constructor(reserved: readonly PersistentVolume[], free: readonly PersistentVolume[]) {
    this.#reserved = reserved;
    this.#free = new CandidateVolumes(free);
    this.#smallest = free[0];
  }

  /** `volumes` are all of the cluster. */
  static of(claim: PersistentVolumeClaim, volumes: readonly PersistentVolume[]): MatchingVolumes | UnreadableClaim {
    const selector = selectorOf(claim);
    if (typeof selector !== 'function') return selector;
    const wanted: Wanted = {
      claim,
      selector,
      className: storageClassName(claim),
      size: requestedStorage(claim) ?? ZERO_QUANTITY,
    };
    const reserved = volumes
      .filter((volume) => isReservedFor(volume, claim) && matches(volume, wanted))
      .sort(compareNames);
    const free = volumes
      .filter((volume) => isFree(volume) && matches(volume, wanted) && serves(volume, wanted))
      .map((volume): Candidate => ({ volume, capacity: storageCapacity(volume) }));
    return new MatchingVolumes(
      reserved,
      free.sort(compareCandidates).map(({ volume }) => volume),
    );
  }

  /** The volume for the claim where no node is asked about. */
  get anywhere(): PersistentVolume | undefined {
    return this.#reserved[0] ?? this.#smallest;
  }

  /**
   * The volume for the claim on a node with these labels; `taken` are the names of those that
   * other claims of the pod got.
   */
  on(labels: Labels, taken: ReadonlySet<string>): PersistentVolume | undefined {
    const isLeft = (volume: PersistentVolume): boolean => !taken.has(volumeName(volume));
    const reserved = this.#reserved.find(isLeft);
    if (reserved !== undefined) return this.#isReachable(reserved, labels) ? reserved : undefined;
    return this.#free.first(labels, (volume) => isLeft(volume) && this.#isReachable(volume, labels));
  }

  #isReachable(volume: PersistentVolume, labels: Labels): boolean {
    const known = this.#reach.get(volume) ?? reachable(volume);
    this.#reach.set(volume, known);
    return known(labels);
  }
}

/**
 * The volume that the volume controller binds to a claim whose class does not wait for a pod: wherever it is. Undefined
 * where none matches. // as kubernetes v1.34 pv-controller findBestMatchForClaim
 */
export function matchingVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
): PersistentVolume | undefined {
  const found = MatchingVolumes.of(claim, volumes);
  return 'problem' in found ? undefined : found.anywhere;
}

/** The name of a volume; volumes have no namespace. */
export function volumeName({ metadata }: PersistentVolume): string {
  return metadata?.name ?? '';
}

/** Whether the volume is set aside for this claim. As component-helpers v1.34 IsVolumeBoundToClaim. */
export function isReservedFor({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const { namespace = '', name = '', uid = '' } = spec?.claimRef ?? {};
  return (
    Boolean(spec?.claimRef) &&
    name === (metadata?.name ?? '') &&
    namespace === (metadata?.namespace ?? '') &&
    (uid === '' || uid === metadata?.uid)
  );
}

interface Wanted {
  readonly claim: PersistentVolumeClaim;
  readonly selector: LabelMatcher;
  readonly className: string;
  readonly size: Quantity;
}

/** What volumes must be, whether they are reserved for the claim or free. */
function matches(volume: PersistentVolume, { claim, className, size }: Wanted): boolean {
  // Upstream lists the volumes of the claim's class only, before it looks at what is reserved.
  if (storageClassName(volume) !== className || volume.metadata?.deletionTimestamp) return false;
  return compareQuantities(storageCapacity(volume), size) >= 0 && sameKind(volume, claim);
}

/** Volume mode and attributes class. */
function sameKind({ spec: volume }: PersistentVolume, { spec: claim }: PersistentVolumeClaim): boolean {
  return (
    (volume?.volumeMode ?? 'Filesystem') === (claim?.volumeMode ?? 'Filesystem') &&
    (volume?.volumeAttributesClassName ?? '') === (claim?.volumeAttributesClassName ?? '')
  );
}

/** No claim has it yet. */
function isFree({ spec, status }: PersistentVolume): boolean {
  return !spec?.claimRef && status?.phase === 'Available';
}

/** What a volume that is not set aside must be besides. */
function serves({ metadata, spec }: PersistentVolume, { claim, selector }: Wanted): boolean {
  const modes = spec?.accessModes ?? [];
  return selector(metadata?.labels) && (claim.spec?.accessModes ?? []).every((mode) => modes.includes(mode));
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return compareQuantities(a.capacity, b.capacity) || compareNames(a.volume, b.volume);
}

function compareNames(a: PersistentVolume, b: PersistentVolume): number {
  return compareBytes(volumeName(a), volumeName(b));
}

/** A claim without a selector takes volumes of any labels. */
function selectorOf({ metadata, spec }: PersistentVolumeClaim): LabelMatcher | UnreadableClaim {
  if (!spec?.selector) return () => true;
  const selector = compileLabelSelector(spec.selector);
  if (typeof selector === 'function') return selector;
  const key = `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`;
  return { problem: `error creating internal label selector for claim: ${key}: ${labelSelectorError(spec.selector)}` };
}
