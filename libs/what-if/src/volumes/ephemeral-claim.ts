import { podUid, type Pod } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { addClaim } from '../steps/index.js';
import { isOfEarlierPod, madeAgain } from './made-again.js';

type Volume = NonNullable<NonNullable<Pod['spec']>['volumes']>[number];

interface EphemeralVolume {
  readonly ephemeral?: {
    readonly volumeClaimTemplate?: {
      readonly metadata?: { readonly labels?: object; readonly annotations?: object };
      readonly spec?: object;
    } | null;
  } | null;
}

/** The claim of a generic ephemeral volume, owned by its pod; that of an earlier pod of the name went with it. */
export function makeClaim(
  cluster: HypotheticalCluster,
  pod: Pod,
  { volume, name }: { readonly volume: Volume; readonly name: string },
): void {
  const { namespace = '', name: podName = '' } = pod.metadata ?? {};
  const template = (volume as EphemeralVolume).ephemeral?.volumeClaimTemplate;
  const present = cluster.snapshot.object('persistentVolumeClaims', name, namespace);
  if (present !== undefined && isOfEarlierPod(present, pod)) cluster.setObject(madeAgain(present, pod));
  if (present !== undefined || !template) return;
  const { labels, annotations } = template.metadata ?? {};
  const owner = { apiVersion: 'v1', kind: 'Pod', name: podName, uid: podUid(pod), controller: true };
  const metadata = { name, ...(labels && { labels }), ...(annotations && { annotations }), ownerReferences: [owner] };
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: template.spec ?? {} };
  const refusal = addClaim(cluster, namespace, claim);
  if (refusal === undefined)
    cluster.findings.assume(`the claim ${namespace}/${name} of an ephemeral volume is made with its pod`);
  else cluster.findings.refuse({ ...NOT_GIVEN, namespace, name, pods: 0, message: refusal });
}

const NOT_GIVEN = { index: 0, apiVersion: 'v1', kind: 'PersistentVolumeClaim' };
