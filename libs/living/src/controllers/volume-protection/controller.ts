import type { KubernetesObject, Pod } from '#kubernetes';
import { claimOf, foreignClaim } from '#scheduler';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { claimNamesOf, nodeOf } from '../../pods/index.js';
import { isGoing, uidOf } from '../../state/index.js';
import type { Claim, Volume } from '../volumes/index.js';

const FINALIZERS: ReadonlyMap<string, string> = new Map([
  ['PersistentVolumeClaim', 'kubernetes.io/pvc-protection'],
  ['PersistentVolume', 'kubernetes.io/pv-protection'],
]);

/**
 * Lets claims go that no pod on a node uses, and volumes that are not bound. Keys are uids. Reads claims, volumes and
 * pods; no timers. // as kubernetes v1.34 pkg/controller/volume/pvcprotection and pvprotection
 */
export class VolumeProtection implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *noticed({ op, object }: Change): Iterable<string> {
    const finalizer = FINALIZERS.get(object.kind);
    if (finalizer !== undefined && op !== 'delete' && holds(object, finalizer) === isGoing(object)) yield uidOf(object);
    const mayFree = object.kind === 'Pod' && (op === 'delete' || isGoing(object));
    if (mayFree)
      yield* this.#claimsOf(object as Pod)
        .filter(isGoing)
        .map(uidOf);
  }

  sync(uid: string): void {
    const object = this.#context.state.byUid(uid);
    const finalizer = FINALIZERS.get(object?.kind ?? '');
    if (object === undefined || finalizer === undefined) return;
    const { finalizers = [], ...metadata } = object.metadata;
    const isHeld = finalizers.includes(finalizer);
    // Admission gives it to all that are created; what was imported may be without.
    if (!isGoing(object) && !isHeld)
      this.#context.update({ ...object, metadata: { ...metadata, finalizers: [...finalizers, finalizer] } });
    if (!isGoing(object) || !isHeld || this.#isUsed(object)) return;
    const left = finalizers.filter((one) => one !== finalizer);
    this.#context.update({ ...object, metadata: { ...metadata, ...(left.length > 0 && { finalizers: left }) } });
  }

  #isUsed(object: KubernetesObject): boolean {
    if (object.kind === 'PersistentVolume') return (object as Volume).status?.phase === 'Bound';
    const pods = this.#context.state.list('Pod', object.metadata.namespace ?? '') as Iterable<Pod>;
    return [...pods].some((pod) => uses(pod, object as Claim));
  }

  #claimsOf(pod: Pod): KubernetesObject[] {
    const { state } = this.#context;
    return claimNamesOf(pod).flatMap(
      (name) => state.get('PersistentVolumeClaim', pod.metadata.namespace ?? '', name) ?? [],
    );
  }
}

/** A pod without a node uses nothing: no kubelet would start it with a claim that goes. // as podUsesPVC */
function uses(pod: Pod, claim: Claim): boolean {
  const { namespace = '', name, uid = '' } = pod.metadata;
  if (nodeOf(pod) === '') return false;
  return volumesOf(pod).some((volume) => {
    const reference = claimOf(volume, name);
    if (reference?.name !== claim.metadata.name) return false;
    return !reference.ephemeral || (!isShutDown(pod) && foreignClaim(claim, { namespace, name, uid }) === undefined);
  });
}

/** Its kubelet is done with it, or it was deleted by force. */
function isShutDown({ metadata }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0;
}

function volumesOf({ spec }: Pod): readonly Parameters<typeof claimOf>[0][] {
  return (spec as { readonly volumes?: readonly Parameters<typeof claimOf>[0][] }).volumes ?? [];
}

function holds({ metadata: { finalizers = [] } }: KubernetesObject, finalizer: string): boolean {
  return finalizers.includes(finalizer);
}
