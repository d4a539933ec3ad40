import { ownField } from '#json';
import {
  compareQuantities,
  compileLabelSelector,
  didYouMean,
  formatQuantity,
  requireQuantity,
  type Quantity,
} from '#apimachinery';
import {
  volumeAnnotations,
  claimOf,
  NO_PROVISIONER,
  reachable,
  StorageView,
  storageClassName,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type ReadableSnapshot,
  type StorageClass,
} from '#scheduler';
import type { Pair } from '../pair/index.js';
import { claimToBe, onceClaimed } from './ephemeral-claims.js';
import { some, type Fact } from './fact.js';

const IS_DEFAULT = 'storageclass.kubernetes.io/is-default-class';

/** Which of the pod's claims are not usable, and why: claims that are bound to a volume say nothing. */
export function claimFacts(pair: Pair): Fact[] {
  return [...factsAt(pair, pair.node.metadata?.labels ?? {}), ...onceClaimed(pair)];
}

/** The same without a node: claims that are in the way on all of them. */
export function claimFactsAnywhere(of: Pick<Pair, 'pod' | 'incoming' | 'snapshot'>): Fact[] {
  return factsAt(of, null);
}

function factsAt(
  { pod, incoming, snapshot }: Pick<Pair, 'pod' | 'incoming' | 'snapshot'>,
  labels: Place['labels'],
): Fact[] {
  const storage = new StorageView(snapshot);
  const { namespace } = incoming;
  return (pod.spec?.volumes ?? []).flatMap((volume): Fact[] => {
    const reference = claimOf(volume, pod.metadata?.name ?? '');
    if (reference === undefined) return [];
    const name = `${incoming.namespace}/${reference.name}`;
    const claim = storage.claim(incoming.namespace, reference.name);
    const place = { storage, snapshot, labels };
    const text = reference.ephemeral
      ? whyEphemeralUnusable(claim, claimToBe({ pod, namespace, snapshot }, volume), place)
      : claim === undefined
        ? `is not there${nearClaim(reference.name, namespace, snapshot)}`
        : whyUnusable(claim, place);
    return text === null ? [] : [{ text: `claim ${name} ${text}` }];
  });
}

/** One that is missing may be of no use once it is made; one of another pod stands in its way. */
function whyEphemeralUnusable(
  claim: PersistentVolumeClaim | undefined,
  toBe: PersistentVolumeClaim,
  place: Place,
): string | null {
  if (claim === undefined) {
    const why = whyUnusable(toBe, place);
    const then = why === null ? '' : `, and then it ${why}`;
    return `is not there: the ephemeral volume controller makes it with the pod${then}`;
  }
  const uid = toBe.metadata?.ownerReferences?.[0]?.uid;
  const isOwn = claim.metadata?.ownerReferences?.some((owner) => owner.controller === true && owner.uid === uid);
  return isOwn === true
    ? whyUnusable(claim, place)
    : 'is there, and is not of this pod: the ephemeral volume controller makes its own once that one is deleted';
}

interface Place {
  readonly storage: StorageView;
  readonly snapshot: ReadableSnapshot;
  /** Of the node; null: of any. */
  readonly labels: Readonly<Record<string, string>> | null;
}

/** Null where the claim is bound, or is bound with the pod. */
function whyUnusable(claim: PersistentVolumeClaim, place: Place): string | null {
  if (claim.metadata?.deletionTimestamp) return 'is being deleted';
  return claim.spec?.volumeName ? whyVolumeFails(claim, place.storage) : whyUnbound(claim, place);
}

function whyVolumeFails({ metadata, spec, status }: PersistentVolumeClaim, storage: StorageView): string | null {
  const volumeName = spec?.volumeName ?? '';
  if (status?.phase === 'Lost' || storage.volume(volumeName) === undefined)
    return `is bound to volume ${volumeName}, which is not there`;
  return metadata?.annotations?.[volumeAnnotations.bindCompleted] === undefined
    ? `names volume ${volumeName}, and its binding is not completed`
    : null;
}

function whyUnbound(claim: PersistentVolumeClaim, place: Place): string | null {
  const className = storageClassName(claim);
  if ((claim.spec?.storageClassName ?? null) === null && className === '') return withoutClass(place);
  const storageClass = place.storage.storageClass(className);
  const volumes = place.storage.volumes.filter((volume) => storageClassName(volume) === className);
  if (storageClass === undefined && className !== '' && volumes.length === 0)
    return `is not bound: storage class ${className} is not there${near(className, place)}, nor a volume of it`;
  return storageClass?.volumeBindingMode === 'WaitForFirstConsumer'
    ? whyNotBoundHere(claim, storageClass, place)
    : `is not bound: ${whyNoVolume(claim, volumes, null) ?? notProvisioned(storageClass)}`;
}

/** A claim of the namespace that was probably meant. */
function nearClaim(name: string, namespace: string, { objects }: ReadableSnapshot): string {
  const own = (objects.persistentVolumeClaims ?? []).filter(({ metadata }) => metadata?.namespace === namespace);
  return meant(
    name,
    own.map(({ metadata }) => metadata?.name ?? ''),
  );
}

function near(className: string, { snapshot }: Place): string {
  const classes = (snapshot.objects.storageClasses ?? []).map(({ metadata }) => metadata?.name ?? '');
  return meant(className, classes);
}

/** Within a sentence that goes on: ` (did you mean fast?)`; empty without a near one. */
function meant(word: string, known: readonly string[]): string {
  return didYouMean(word, known).replace(/^, (.+)$/, ' ($1)');
}

/** A claim without a class is bound once there is a default class, or to a volume without one. */
function withoutClass({ snapshot }: Place): string {
  const defaults = (snapshot.objects.storageClasses ?? []).filter(
    ({ metadata }) => metadata?.annotations?.[IS_DEFAULT] === 'true',
  );
  const [only] = defaults;
  return only === undefined
    ? 'is not bound: it names no storage class, and no class is the default'
    : `is not bound: it names no storage class, and the default class ${only.metadata?.name ?? ''} was not given to it`;
}

function notProvisioned(storageClass: StorageClass | undefined): string {
  const { provisioner = '', metadata } = storageClass ?? {};
  const name = metadata?.name ?? '';
  return (
    `class ${name} is bound at once (volumeBindingMode Immediate), ` +
    `and provisioner ${provisioner} has made no volume`
  );
}

/** The volumes that a controller could bind to the claim, step by step as it looks for one. */
function whyNoVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  labels: Place['labels'],
): string | null {
  const size = sizeOf(claim.spec?.resources?.requests);
  const modes = claim.spec?.accessModes ?? [];
  const volumeMode = claim.spec?.volumeMode ?? 'Filesystem';
  const selector = claim.spec?.selector ? compileLabelSelector(claim.spec.selector) : () => true;
  const steps: readonly Step[] = [
    [(volume) => isFreeFor(volume, claim), 'is free', holderOf],
    [
      ({ spec }) => size === null || compareQuantities(sizeOf(spec?.capacity) ?? requireQuantity(0), size) >= 0,
      `has ${size === null ? '' : formatQuantity(size)}`,
      ({ spec }) => `has ${spec?.capacity?.['storage'] ?? 0}`,
    ],
    [
      ({ spec }) => modes.every((mode) => spec?.accessModes?.includes(mode)),
      `has ${modes.join(' and ')}`,
      ({ spec }) => `has ${(spec?.accessModes ?? []).join(' and ')}`,
    ],
    [
      ({ spec }) => (spec?.volumeMode ?? 'Filesystem') === volumeMode,
      `has volume mode ${volumeMode}`,
      ({ spec }) => `has ${spec?.volumeMode ?? 'Filesystem'}`,
    ],
    [
      ({ metadata }) => typeof selector === 'function' && selector(metadata?.labels),
      'has the labels that the claim selects',
      () => 'has not',
    ],
    [(volume) => labels === null || reachable(volume)(labels), 'is within reach of the node', () => 'is not'],
  ];
  return stepThatFails(claim, volumes, steps);
}

type Step = readonly [
  fits: (volume: PersistentVolume) => boolean,
  lacks: string,
  has: (volume: PersistentVolume) => string,
];

function stepThatFails(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  steps: readonly Step[],
): string | null {
  const className = storageClassName(claim);
  const ofClass = className === '' ? 'volume without a class' : `volume of class ${className}`;
  if (volumes.length === 0) return className === '' ? `there is no ${ofClass}` : null;
  let left = volumes;
  for (const [fits, lacks, has] of steps) {
    const fitting = left.filter(fits);
    if (fitting.length === 0)
      return `no ${ofClass} ${lacks} (${some(left.map((volume) => `${nameOf(volume)} ${has(volume)}`))})`;
    left = fitting;
  }
  return `${some(left.map(nameOf))} would match, and nothing binds it here: the volume controller does that`;
}

function whyNotBoundHere(claim: PersistentVolumeClaim, storageClass: StorageClass, place: Place): string | null {
  const { labels } = place;
  if (labels === null) return null;
  const className = storageClass.metadata?.name ?? '';
  const { provisioner = '', allowedTopologies } = storageClass;
  const volumes = place.storage.volumes.filter((volume) => storageClassName(volume) === className);
  if (provisioner === NO_PROVISIONER || provisioner === '') {
    const why = volumes.length === 0 ? `there is no volume of class ${className}` : whyNoVolume(claim, volumes, labels);
    // A volume that matches is bound with the pod.
    return why === null || why.includes('would match') ? null : `finds no volume: ${why}`;
  }
  const outside = (allowedTopologies ?? []).map(({ matchLabelExpressions }) =>
    (matchLabelExpressions ?? [])
      .map(({ key = '', values }) => `${key} in (${(values ?? []).join(', ')})`)
      .join(' and '),
  );
  if (outside.length > 0 && !isAllowed(storageClass, labels))
    return `finds no volume: class ${className} makes volumes only where ${outside.join(' or ')}`;
  return capacityFact(claim, storageClass, { ...place, labels });
}

function isAllowed({ allowedTopologies }: StorageClass, labels: Readonly<Record<string, string>>): boolean {
  return (allowedTopologies ?? []).some(({ matchLabelExpressions }) =>
    (matchLabelExpressions ?? []).every(({ key = '', values }) => values?.includes(ownField(labels, key) ?? '')),
  );
}

/** What the driver reports for the node, where it reports too little; null where it reports nothing at all. */
function capacityFact(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  { storage, labels }: Place,
): string | null {
  const { provisioner = '', metadata } = storageClass;
  const size = sizeOf(claim.spec?.resources?.requests);
  if (size === null || storage.csiDriver(provisioner)?.spec?.storageCapacity !== true) return null;
  const reported = storage.capacities.flatMap(({ storageClassName: of, nodeTopology, capacity, maximumVolumeSize }) => {
    const reaches = compileLabelSelector(nodeTopology);
    const limit = maximumVolumeSize ?? capacity ?? null;
    const isHere = of === metadata?.name && typeof reaches === 'function' && reaches(labels ?? {});
    return isHere && limit !== null ? [requireQuantity(limit)] : [];
  });
  const [most] = reported.sort((a, b) => -compareQuantities(a, b));
  if (most !== undefined && compareQuantities(most, size) >= 0) return null;
  const room = most === undefined ? 'no capacity' : `${formatQuantity(most)} at most`;
  return `asks for ${formatQuantity(size)}, and driver ${provisioner} reports ${room} of class ${
    metadata?.name ?? ''
  } for the node`;
}

function sizeOf(list: Readonly<Record<string, string | number>> | null | undefined): Quantity | null {
  const amount = list?.['storage'];
  return amount === undefined ? null : requireQuantity(amount);
}

function isFreeFor({ spec, metadata, status }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const { claimRef } = spec ?? {};
  if (metadata?.deletionTimestamp) return false;
  if (!claimRef) return (status?.phase ?? 'Available') === 'Available' || status?.phase === 'Pending';
  return claimRef.name === claim.metadata?.name && claimRef.namespace === claim.metadata?.namespace;
}

function holderOf({ spec, status }: PersistentVolume): string {
  return spec?.claimRef ? `is claimed by another claim` : `is ${status?.phase ?? 'not available'}`;
}

function nameOf({ metadata }: PersistentVolume): string {
  return metadata?.name ?? '';
}
