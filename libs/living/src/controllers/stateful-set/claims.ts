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
    for (const template of claimTemplates(set)) {
      const name = claimName(template, set, ordinal);
      const known = this.#context.state.get('PersistentVolumeClaim', set.metadata.namespace ?? '', name);
      if (known !== undefined && isGoing(known)) return `pvc ${name} is being deleted`;
      const refused = known === undefined ? this.#create(set, pod, newClaim(template, set, name)) : undefined;
      if (refused !== undefined) return `failed to create PVC ${name}: ${refused}`;
    }
    return undefined;
  }

  /** Whether a claim still belongs to an earlier pod of the name, with which it goes. // as PodClaimIsStale */
  areStale(set: StatefulSet, pod: Pod): boolean {
    if (policyOf(set).whenScaled === 'Retain') return false;
    return this.#of(set, pod).some(({ metadata: { ownerReferences = [] } }) =>
      ownerReferences.some(({ kind, name, uid }) => kind === 'Pod' && name === pod.metadata.name && uid !== uidOf(pod)),
    );
  }

  /** Gives each claim the owner that the policy of the set says, with which it goes. */
  retain(set: StatefulSet, pod: Pod): void {
    for (const claim of this.#of(set, pod)) {
      const { ownerReferences = [], ...metadata } = claim.metadata;
      const others = ownerReferences.filter(({ uid }) => uid !== uidOf(set) && uid !== uidOf(pod));
      // One that another controller has is its own.
      if (others.some(({ controller }) => controller === true)) continue;
      const owner = ownerOf(set, pod);
      const wanted = owner === undefined ? others : [...others, controllerReference(owner)];
      if (sameOwners(ownerReferences, wanted)) continue;
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

function sameOwners(one: readonly OwnerReference[], other: readonly OwnerReference[]): boolean {
  return one.length === other.length && one.every(({ uid }, index) => uid === other[index]?.uid);
}
