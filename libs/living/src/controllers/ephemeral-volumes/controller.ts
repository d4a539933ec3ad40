import type { KubernetesObject, ObjectMeta, Pod } from '#kubernetes';
import { claimOf, foreignClaim } from '#scheduler';
import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { controllerReference, isGoing, keyOf, ofKey } from '../../state/index.js';
import type { Claim } from '../volumes/index.js';

interface EphemeralVolume {
  readonly name?: string;
  readonly ephemeral: {
    readonly volumeClaimTemplate?: { readonly metadata?: Partial<ObjectMeta>; readonly spec?: object };
  };
}

/**
 * Makes the claims of pods for their ephemeral volumes; they go with their pods, as what pods own. Reads pods and
 * claims. Timers: after a refusal. // as kubernetes v1.34 pkg/controller/volume/ephemeral
 */
export class EphemeralVolumes implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  *noticed({ op, object }: Change): Iterable<string> {
    if (object.kind === 'Pod' && op === 'create') yield* this.#keyOf(object as Pod);
    else if (object.kind === 'PersistentVolumeClaim' && op === 'delete')
      for (const pod of this.#podsNamedIn(object)) yield* this.#keyOf(pod);
  }

  sync(key: string): void {
    const pod = this.#context.state.get('Pod', ...ofKey(key)) as Pod | undefined;
    if (pod === undefined || isGoing(pod)) return this.#context.succeeded(key);
    for (const volume of ephemeralOf(pod)) {
      const problem = this.#provide(pod, volume);
      if (problem === undefined) continue;
      const message = `ephemeral volume ${volume.name ?? ''}: ${problem}`;
      this.#context.record({ about: pod, type: 'Warning', reason: 'FailedBinding', message });
      return this.#context.retry(key);
    }
    this.#context.succeeded(key);
  }

  /** Why a volume has no claim, where it gets none. // as handleVolume */
  #provide(pod: Pod, volume: EphemeralVolume): string | undefined {
    const { namespace = '', name, uid = '' } = pod.metadata;
    const claimName = claimOf(volume, name)?.name ?? '';
    const claim = this.#context.state.get('PersistentVolumeClaim', namespace, claimName) as Claim | undefined;
    if (claim !== undefined) return foreignClaim(claim, { namespace, name, uid });
    const { metadata = {}, spec = {} } = volume.ephemeral.volumeClaimTemplate ?? {};
    const { annotations, labels } = metadata;
    const written = this.#context.create({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        ...{ name: claimName, namespace },
        ...(labels && { labels }),
        ...(annotations && { annotations }),
        ownerReferences: [controllerReference(pod)],
      },
      spec,
    });
    return 'object' in written ? undefined : `create PVC ${claimName}: ${written.refused}`;
  }

  /** Pods whose names a claim's name begins with: one of them may miss it. */
  *#podsNamedIn({ metadata: { namespace = '', name } }: KubernetesObject): Iterable<Pod> {
    for (let end = name.indexOf('-'); end >= 0; end = name.indexOf('-', end + 1)) {
      const pod = this.#context.state.get('Pod', namespace, name.slice(0, end)) as Pod | undefined;
      if (pod !== undefined) yield pod;
    }
  }

  #keyOf(pod: Pod): string[] {
    return isGoing(pod) || ephemeralOf(pod).length === 0 ? [] : [keyOf(pod)];
  }
}

function ephemeralOf({ spec }: Pod): readonly EphemeralVolume[] {
  const { volumes = [] } = (spec ?? {}) as { readonly volumes?: readonly Partial<EphemeralVolume>[] };
  return volumes.filter((volume): volume is EphemeralVolume => volume.ephemeral !== undefined);
}
