import type { KubernetesObject, OwnerReference, Pod } from '#kubernetes';
import type { ControllerContext } from '../../engine/index.js';
import { controllerReference, isGoing, uidOf } from '../../state/index.js';
import { isInRange, ordinalOf, type ClaimTemplate, type StatefulSet } from './stateful-set.js';

/** The claim of a template that a pod of this ordinal has. */
export function claimName({ metadata }: ClaimTemplate, set: StatefulSet, ordinal: number): string {
  return `${metadata?.name ?? ''}-${set.metadata.name}-${ordinal}`;
}

export function claimTemplates({ spec }: StatefulSet): readonly ClaimTemplate[] {
  return spec.volumeClaimTemplates ?? [];
}

/** The claims of a set's pods, and whose they are. */
export class Claims {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  /** Makes the claims of a pod that are not there; what went wrong, undefined where nothing did. */
  ensure(set: StatefulSet, pod: Pod): string | undefined {
    const ordinal = ordinalOf(set, pod);
    const failures = claimTemplates(set).flatMap((template) => {
      const name = claimName(template, set, ordinal);
      const known = this.#context.state.get('PersistentVolumeClaim', set.metadata.namespace ?? '', name);
      if (known !== undefined) return isGoing(known) ? [`pvc ${name} is being deleted`] : [];
      const refused = this.#create(set, pod, newClaim(template, set, name));
      return refused === undefined ? [] : [`failed to create PVC ${name}: ${refused}`];
    });
    return failures.length > 1 ? `[${failures.join(', ')}]` : failures[0];
  }

  /** Whether a claim still belongs to an earlier pod of the name, with which it goes. // as PodClaimIsStale */
  areStale(set: StatefulSet, pod: Pod): boolean {
    if (policyOf(set).whenScaled === 'Retain') return false;
    return this.#of(set, pod).some((claim) => isOfEarlier(claim, pod));
  }

  /** Whether the claims of a pod have the owners that the policy of the set says. // as ClaimsMatchRetentionPolicy */
  areRetained(set: StatefulSet, pod: Pod): boolean {
    return this.#of(set, pod).every((claim) => isUpToDate(claim, set, pod));
  }

  /** Gives each claim the owner that the policy of the set says, with which it goes. */
  retain(set: StatefulSet, pod: Pod): void {
    for (const claim of this.#of(set, pod)) {
      const isOthers = hasOtherController(claim, set, pod);
      if (isOthers) {
        const conflict = 'has a conflicting OwnerReference that acts as a manging controller';
        const ignored = 'the retention policy is ignored for this claim';
        const message = `PersistentVolumeClaim ${claim.metadata.name} ${conflict}, ${ignored}`;
        this.#context.record({ about: set, type: 'Warning', reason: 'ConflictingController', message });
      }
      if (isUpToDate(claim, set, pod)) continue;
      const { ownerReferences = [], ...metadata } = claim.metadata;
      const others = ownerReferences.filter((one) => !refersTo(one, set) && !refersTo(one, pod));
      const owner = isOthers ? undefined : ownerOf(set, pod);
      const wanted = owner === undefined ? others : [...others, controllerReference(owner)];
      this.#context.update({
        ...claim,
        metadata: { ...metadata, ...(wanted.length > 0 && { ownerReferences: wanted }) },
      });
    }
  }

  #of(set: StatefulSet, pod: Pod): KubernetesObject[] {
    const ordinal = ordinalOf(set, pod);
    const { namespace = '' } = set.metadata;
    return claimTemplates(set).flatMap(
      (template) =>
        this.#context.state.get('PersistentVolumeClaim', namespace, claimName(template, set, ordinal)) ?? [],
    );
  }

  #create(set: StatefulSet, pod: Pod, claim: KubernetesObject): string | undefined {
    const written = this.#context.create(claim);
    const about = `Claim ${claim.metadata.name}`;
    const names = `Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
    if ('object' in written) {
      const message = `create ${about} ${names} success`;
      this.#context.record({ about: set, type: 'Normal', reason: 'SuccessfulCreate', message });
      return undefined;
    }
    const message = `create ${about} for ${names} failed error: ${written.refused}`;
    this.#context.record({ about: set, type: 'Warning', reason: 'FailedCreate', message });
    return written.refused;
  }
}

function newClaim({ metadata, spec = {} }: ClaimTemplate, set: StatefulSet, name: string): KubernetesObject {
  const labels = { ...metadata?.labels, ...set.spec.selector?.matchLabels };
  const { annotations } = metadata ?? {};
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: set.metadata.namespace ?? '', labels, ...(annotations && { annotations }) },
    spec,
  };
}

function policyOf({ spec }: StatefulSet): { readonly whenScaled: string; readonly whenDeleted: string } {
  const { whenScaled = 'Retain', whenDeleted = 'Retain' } = spec.persistentVolumeClaimRetentionPolicy ?? {};
  return { whenScaled, whenDeleted };
}

/** With what the claims of a pod go. // as updateClaimOwnerRefForSetAndPod */
function ownerOf(set: StatefulSet, pod: Pod): KubernetesObject | undefined {
  const { whenScaled, whenDeleted } = policyOf(set);
  const isScaledDown = !isInRange(set, ordinalOf(set, pod));
  if (whenScaled === 'Delete' && isScaledDown) return pod;
  return whenDeleted === 'Delete' ? set : undefined;
}

/** // as matchesRef */
function refersTo({ apiVersion, kind, name }: OwnerReference, owner: KubernetesObject): boolean {
  return apiVersion === owner.apiVersion && kind === owner.kind && name === owner.metadata.name;
}

function isOwnedBy({ metadata: { ownerReferences = [] } }: KubernetesObject, owner: KubernetesObject): boolean {
  return ownerReferences.some(({ uid }) => uid === uidOf(owner));
}

/** Whether a claim names an owner of this kind and name that is another object. // as hasStaleOwnerRef */
function isOfEarlier({ metadata: { ownerReferences = [] } }: KubernetesObject, owner: KubernetesObject): boolean {
  const named = ownerReferences.find((one) => refersTo(one, owner));
  return named !== undefined && named.uid !== uidOf(owner);
}

/**
 * Under a policy that deletes: whether the controller of a claim is neither its set nor its pod.
 * // as hasUnexpectedController
 */
function hasOtherController(claim: KubernetesObject, set: StatefulSet, pod: Pod): boolean {
  const { whenScaled, whenDeleted } = policyOf(set);
  if (whenScaled === 'Retain' && whenDeleted === 'Retain') return false;
  if (isOfEarlier(claim, set) || isOfEarlier(claim, pod)) return true;
  const { ownerReferences = [] } = claim.metadata;
  return ownerReferences.some((one) => one.controller === true && !refersTo(one, set) && !refersTo(one, pod));
}

/** What an earlier set or pod has is not touched. // as isClaimOwnerUpToDate */
function isUpToDate(claim: KubernetesObject, set: StatefulSet, pod: Pod): boolean {
  if (isOfEarlier(claim, set) || isOfEarlier(claim, pod)) return true;
  if (hasOtherController(claim, set, pod)) return !isOwnedBy(claim, set) && !isOwnedBy(claim, pod);
  const { ownerReferences = [] } = claim.metadata;
  const own = ownerReferences.filter(({ uid }) => uid === uidOf(set) || uid === uidOf(pod));
  if (own.some(({ controller }) => controller !== true)) return false;
  const owner = ownerOf(set, pod);
  return isOwnedBy(claim, set) === (owner === set) && isOwnedBy(claim, pod) === (owner === pod);
}
