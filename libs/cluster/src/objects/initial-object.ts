import { isInitialOfNamespaces } from '#api-server';
import type { KindDescription } from '#kubernetes';
import { findMany, type StoredObject } from '#rows';
import { initialContent, initialObjects } from '#writes';
import type { ClusterWrite } from './cluster-write.js';

/** Where an object is looked for. */
interface Address {
  readonly kind: KindDescription;
  readonly namespace: string;
  readonly name: string;
}

/** The object of an address that the cluster begins with, if it does: asked where none of that name is stored. */
export async function initialObject(
  { tx, cluster, draft }: ClusterWrite,
  { kind, namespace, name }: Address,
): Promise<StoredObject | undefined> {
  if (kind.namespaced && namespace === '') return undefined;
  const isIt = ({ object: { metadata } }: StoredObject): boolean =>
    metadata.name === name && (metadata.namespace ?? '') === (kind.namespaced ? namespace : '');
  if (!isInitialOfNamespaces(kind.kind, cluster)) return initialObjects(cluster, kind.kind).find(isIt);
  const key = { kind: 'Namespace', metadata: { name: namespace } };
  const stored = [...(await findMany(tx, draft.head.clusterId, [key])).values()];
  const all = [...stored, ...initialObjects(cluster, 'Namespace')];
  const within = all.find(({ object }) => object.metadata.name === namespace);
  const found = within && initialContent(cluster, kind.kind, within);
  return found !== undefined && isIt(found) ? found : undefined;
}
