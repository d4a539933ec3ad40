import type { ObjectMeta } from '../metadata/index.js';

type Part = 'labels' | 'annotations' | 'finalizers' | 'ownerReferences' | 'deletionTimestamp';

const ALL: readonly Part[] = ['labels', 'annotations', 'finalizers', 'ownerReferences'];

/** What a write of the status leaves alone in the metadata. // as the status strategies of API server v1.34 */
const KEPT: Readonly<Record<string, readonly Part[]>> = {
  'apps/v1 Deployment': ['labels'],
  'resource.k8s.io/v1 ResourceClaim': ALL,
  'storage.k8s.io/v1 VolumeAttachment': ALL,
  'v1 Pod': ['ownerReferences', 'deletionTimestamp'],
};

/** The metadata of an object whose status was written: that of the write, but for what its kind keeps. */
export function metadataOfStatusWrite<Meta extends ObjectMeta>(
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  written: Meta,
  present: Meta,
): Meta {
  const metadata = { ...written };
  for (const part of KEPT[`${apiVersion} ${kind}`] ?? []) {
    delete metadata[part];
    if (present[part] !== undefined) Object.assign(metadata, { [part]: present[part] });
  }
  return metadata;
}
