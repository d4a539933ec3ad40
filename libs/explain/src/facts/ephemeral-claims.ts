import { defaultStorageClass, type StorageClass as AdmittedClass } from '#kubernetes';
import {
  claimOf,
  podUid,
  StorageView,
  type PersistentVolumeClaim,
  type Pod,
  type ReadableSnapshot,
  type StorageClass,
} from '#scheduler';
import type { Pair } from '../pair/index.js';
import { some, type Fact } from './fact.js';

type Volume = NonNullable<NonNullable<Pod['spec']>['volumes']>[number];

type ClaimTemplate = { readonly volumeClaimTemplate?: { readonly spec?: PersistentVolumeClaim['spec'] } | null } | null;

/** The claim that the ephemeral volume controller makes of a volume, of the default class where it names none. */
export function claimToBe(
  { pod, namespace, snapshot }: { readonly pod: Pod; readonly namespace: string; readonly snapshot: ReadableSnapshot },
  volume: Volume,
): PersistentVolumeClaim {
  const podName = pod.metadata?.name ?? '';
  const owner = { apiVersion: 'v1', kind: 'Pod', name: podName, uid: podUid(pod), controller: true };
  const metadata = { namespace, name: claimOf(volume, podName)?.name ?? '', ownerReferences: [owner] };
  const spec = (volume.ephemeral as ClaimTemplate)?.volumeClaimTemplate?.spec ?? {};
  const classes = (snapshot.objects.storageClasses ?? []) as readonly (StorageClass & AdmittedClass)[];
  const storageClassName = spec.storageClassName ?? defaultStorageClass(classes)?.metadata.name;
  return { metadata, spec: { ...spec, ...(storageClassName !== undefined && { storageClassName }) } };
}

/** Whether the pod fits on the node when the claims that are to be made of its volumes are there. */
export function onceClaimed(pair: Pair): readonly Fact[] {
  const { pod, incoming, nodeName } = pair;
  const { namespace } = incoming;
  const storage = new StorageView(pair.snapshot);
  const missing = (pod.spec?.volumes ?? []).filter((volume) => {
    const reference = claimOf(volume, pod.metadata?.name ?? '');
    return reference?.ephemeral === true && storage.claim(namespace, reference.name) === undefined;
  });
  if (missing.length === 0) return [];
  const claimed = pair.after([]);
  const claims = missing.map((volume) => claimToBe({ pod, namespace, snapshot: pair.snapshot }, volume));
  for (const claim of claims) claimed.snapshot.setObject('persistentVolumeClaims', claim);
  if (!claimed.fits()) return [];
  const names = some(claims.map(({ metadata }) => `${namespace}/${metadata?.name ?? ''}`));
  const text = claims.length === 1 ? `once claim ${names} is there` : `once the claims ${names} are there`;
  return [{ text: `${text}, the pod fits on ${nodeName}` }];
}
