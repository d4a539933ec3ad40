import type { Manifest } from '#rows';
import {
  volumeAnnotations,
  claimOf,
  reachable,
  storageClassName,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  type StorageClass,
} from '#scheduler';
import type { ReplayedState } from '#state';

/** The node that a scheduler chose for a claim. */
export interface ChosenNode {
  readonly node: string;
  /** Where the log says it: the last version of the claim, or of its volume. */
  readonly position: bigint;
  /** What says it: the claim asks for a volume there; a volume of that node is reserved for it, or bound to it. */
  readonly shownBy: 'claim' | 'reserved' | 'bound';
}

/**
 * The nodes that schedulers chose for claims whose class waits for a first consumer. As kube-scheduler v1.34
 * VolumeBinding PreBind: it names the node in an annotation of the claim, or the claim in a volume of the node, and
 * waits until the claim is bound.
 */
export class ChosenNodes {
  readonly #replayed: ReplayedState;
  readonly #claims: ReadonlyMap<string, PersistentVolumeClaim>;
  readonly #volumes: ReadonlyMap<string, PersistentVolume>;
  readonly #delayed: ReadonlySet<string>;

  constructor(replayed: ReplayedState) {
    this.#replayed = replayed;
    const { persistentVolumeClaims, persistentVolumes, storageClasses } = replayed.state.snapshot.objects;
    const claims = (persistentVolumeClaims ?? []) as readonly PersistentVolumeClaim[];
    const volumes = (persistentVolumes ?? []) as readonly PersistentVolume[];
    const classes = (storageClasses ?? []) as readonly StorageClass[];
    this.#claims = new Map(claims.map((claim) => [keyOf(claim.metadata ?? {}), claim]));
    this.#volumes = new Map(volumes.flatMap((one) => (one.spec?.claimRef ? [[keyOf(one.spec.claimRef), one]] : [])));
    this.#delayed = new Set(
      classes.flatMap(({ metadata, volumeBindingMode }) =>
        volumeBindingMode === 'WaitForFirstConsumer' ? [metadata?.name ?? ''] : [],
      ),
    );
  }

  /** Those of a pod's claims. */
  ofPod({ metadata, spec }: Pod & Pick<Manifest, 'metadata'>): readonly ChosenNode[] {
    const { namespace = '', name } = metadata;
    const claims = (spec?.volumes ?? []).flatMap((volume) => claimOf(volume, name)?.name ?? []);
    return claims.flatMap((claim) => this.#of({ namespace, name: claim }) ?? []);
  }

  #of({ namespace, name }: { readonly namespace: string; readonly name: string }): ChosenNode | undefined {
    const key = keyOf({ namespace, name });
    const claim = this.#claims.get(key);
    if (claim === undefined) return undefined;
    const { past } = this.#replayed;
    const position = past.get('PersistentVolumeClaim', namespace, name)?.resourceVersion ?? 0n;
    const node = claim.metadata?.annotations?.[volumeAnnotations.selectedNode];
    const isBound = Boolean(claim.spec?.volumeName);
    if (node !== undefined && !isBound) return { node, position, shownBy: 'claim' };
    const volume = this.#volumes.get(key);
    if (volume === undefined || !this.#delayed.has(storageClassName(claim))) return undefined;
    const only = this.#onlyNodeOf(volume);
    const since = past.get('PersistentVolume', '', volume.metadata?.name ?? '')?.resourceVersion ?? 0n;
    if (only === undefined) return undefined;
    if (!isBound) return { node: only, position: since, shownBy: 'reserved' };
    return { node: only, position: since > position ? since : position, shownBy: 'bound' };
  }

  /** The node that reaches a volume, where it is the only one. */
  #onlyNodeOf(volume: PersistentVolume): string | undefined {
    const reaches = reachable(volume);
    let only: string | undefined;
    for (const { name, labels } of this.#replayed.state.snapshot.nodes) {
      if (!reaches(labels)) continue;
      if (only !== undefined) return undefined;
      only = name;
    }
    return only;
  }
}

function keyOf({ namespace = '', name = '' }: { readonly namespace?: string; readonly name?: string }): string {
  return `${namespace}/${name}`;
}
