import { INITIAL_NAMESPACES, initialOfCluster, initialOfNamespace, isInitialOfNamespaces } from '#api-server';
import type { Controllers, KubernetesObject } from '#kubernetes';
import { sha256 } from '#requests';
import type { Manifest, StoredObject } from '#rows';
import { seconds } from '../admission/index.js';
import type { ClockText } from '../changes/index.js';

/** What the objects that a cluster begins with depend on. */
export interface Beginning {
  readonly id: string;
  readonly created_at: Date;
  readonly controllers: Controllers;
  /** Null in a cluster without one. In one with a clock they follow from its seed and its first time. */
  readonly clock: Pick<ClockText, 'seed' | 'began'> | null;
}

/**
 * The objects of a kind that a cluster has from its first moment, as far as they follow from the cluster alone. They
 * are in no log and in no row: each is there until a write makes it an object of the log, and again when that is gone,
 * as the controllers of a cluster make it again.
 */
export function initialObjects(cluster: Beginning, kind: string): StoredObject[] {
  const context = { createdAt: createdAt(cluster), controllers: cluster.controllers };
  return initialOfCluster(kind, context).map((object) => initial(cluster, object, 0n));
}

/** What a namespace begins with, of a kind of which every namespace has an object; its version is the namespace's. */
export function initialContent(
  cluster: Beginning,
  kind: string,
  { object, createdPosition }: Pick<StoredObject, 'object' | 'createdPosition'>,
): StoredObject | undefined {
  if (!isInitialOfNamespaces(kind, cluster)) return undefined;
  const { name, creationTimestamp = createdAt(cluster) } = object.metadata;
  const made = initialOfNamespace(kind, { namespace: name, createdAt: creationTimestamp });
  return made && initial(cluster, made, createdPosition);
}

/** Whether a cluster begins with a namespace of that name. */
export function isInitialNamespace(name: string): boolean {
  return INITIAL_NAMESPACES.includes(name);
}

function createdAt({ created_at: at, clock }: Beginning): string {
  return seconds(clock === null ? at : new Date(clock.began));
}

function initial({ id, clock }: Beginning, object: KubernetesObject, position: bigint): StoredObject {
  const { name, namespace = '', ...metadata } = object.metadata;
  const uid = uidOf(`${clock === null ? id : `seed ${clock.seed}`}/${object.kind}/${namespace}/${name}`);
  const named = { ...metadata, name, ...(namespace !== '' && { namespace }), uid };
  const manifest: Manifest = { ...object, metadata: named };
  return { object: manifest, resourceVersion: position, createdPosition: position };
}

/** The same for the same text (RFC 9562, version 8): nothing is stored that would remember another. */
function uidOf(identity: string): string {
  const hex = Buffer.from(sha256(Buffer.from(identity))).toString('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
