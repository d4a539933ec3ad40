import type { Caller, Database } from '#database';
import { findKind, jsonPatch, mergePatch, type FieldRequirement, type KindDescription, type LabelRequirement } from '#kubernetes';
import type { Manifest } from './manifest.js';
import { findCluster } from '../clusters/index.js';
import type { IdempotentRequest } from '../idempotency/index.js';
import { readHead } from '../changes/index.js';
import { ok, read, refuse, type Outcome } from '../outcome/index.js';
import { refOf } from './admission.js';
import { writeCluster } from './cluster-write.js';
import { applyObject, type Applied } from './apply-object.js';
import { createObject } from './create-object.js';
import { removeObject, removeObjects, type Preconditions } from './delete-object.js';
import { countSelected, findNamed, findObject, listObjects, podsOfNodes, type ListPosition } from './object.store.js';
import { byFields, byLabels } from './selection.js';
import { served } from './stored-object.js';
import { reviseObject, type UpdateTarget } from './update-object.js';

/** One kind in one cluster; `namespace` is empty for cluster-scoped kinds and for lists over all namespaces. */
export interface ObjectCollection {
  /** Cluster id or name. */
  readonly cluster: string;
  readonly kind: KindDescription;
  readonly namespace: string;
}

/** Which objects of a collection, and which page of them. */
export interface ObjectSelection {
  readonly labels?: readonly LabelRequirement[];
  readonly fields?: readonly FieldRequirement[];
  readonly after?: ListPosition;
  /** No limit when absent. */
  readonly limit?: number;
}

export interface ObjectList {
  /** The cluster's position when the list was read. */
  readonly resourceVersion: string;
  readonly items: readonly Manifest[];
  /** Where the next page starts; null when this is the last. */
  readonly next: ListPosition | null;
}

/** A patch by its format: RFC 7396 merge patch, or the operations of RFC 6902. */
export type Patch = { readonly type: 'merge'; readonly patch: unknown } | { readonly type: 'json'; readonly operations: unknown };

export interface WriteOptions {
  readonly dryRun?: boolean;
  readonly subresource?: 'status';
}

/** How to apply or delete one object. */
export interface RepeatableWriteOptions {
  readonly dryRun?: boolean;
  readonly idempotency?: IdempotentRequest;
}

/** A page of the pods on one node. */
export interface NodePodsRequest {
  readonly node: string;
  readonly after?: ListPosition;
}

/** The objects of clusters: every kind, every verb of the Kubernetes API, one way in (admit) and one revision a write. */
export class ObjectService {
  constructor(private readonly database: Database) {}

  get(caller: Caller, collection: ObjectCollection, name: string): Promise<Outcome<Manifest>> {
    return read(this.database, caller, async (tx) => {
      const cluster = await findCluster(tx, collection.cluster);
      if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: collection.cluster });
      const { kind, namespace } = collection;
      const found = await findObject(tx, { clusterId: cluster.id, kind, namespace }, name);
      if (found === undefined) return refuse({ kind: 'ObjectNotFound', object: { apiVersion: kind.apiVersion, kind: kind.kind, namespace, name } });
      return ok(served(found));
    });
  }

  /** By namespace and name, in byte order. */
  list(caller: Caller, collection: ObjectCollection, selection: ObjectSelection = {}): Promise<Outcome<ObjectList>> {
    return read(this.database, caller, async (tx) => {
      const cluster = await findCluster(tx, collection.cluster);
      if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: collection.cluster });
      const { position } = await readHead(tx, cluster.id);
      const { limit, after } = selection;
      const rows = await listObjects(tx, { ...collection, clusterId: cluster.id }, {
        conditions: conditionsOf(collection, selection),
        ...(after === undefined ? {} : { after }),
        ...(limit === undefined ? {} : { limit: limit + 1 }),
      });
      const items = rows.slice(0, limit ?? rows.length).map(served);
      const last = items.at(-1)?.metadata;
      const next = rows.length > items.length && last !== undefined ? { namespace: last.namespace ?? '', name: last.name } : null;
      return ok({ resourceVersion: String(position), items, next });
    });
  }

  /** How many objects the selection selects, on whatever page they are. */
  count(caller: Caller, collection: ObjectCollection, selection: Pick<ObjectSelection, 'labels' | 'fields'> = {}): Promise<Outcome<number>> {
    return read(this.database, caller, async (tx) => {
      const cluster = await findCluster(tx, collection.cluster);
      if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: collection.cluster });
      return ok(await countSelected(tx, { ...collection, clusterId: cluster.id }, conditionsOf(collection, selection)));
    });
  }

  /** Those of the named objects that are there, in no order. */
  getMany(caller: Caller, collection: Omit<ObjectCollection, 'namespace'>, names: readonly ListPosition[]): Promise<Outcome<readonly Manifest[]>> {
    return read(this.database, caller, async (tx) => {
      const cluster = await findCluster(tx, collection.cluster);
      if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: collection.cluster });
      return ok((await findNamed(tx, { clusterId: cluster.id, kind: collection.kind, namespace: '' }, names)).map(served));
    });
  }

  /** The first `limit` pods on each of the nodes, in one statement; by namespace and name in each. */
  podsOfNodes(caller: Caller, cluster: string, page: { readonly nodes: readonly NodePodsRequest[]; readonly limit: number }): Promise<Outcome<readonly Manifest[]>> {
    return read(this.database, caller, async (tx) => {
      const row = await findCluster(tx, cluster);
      return row === undefined ? refuse({ kind: 'ClusterNotFound', cluster }) : ok((await podsOfNodes(tx, row.id, page)).map(served));
    });
  }

  /** Creates or replaces an object as an import does, status and all. A resourceVersion in it must be the present one. */
  apply(caller: Caller, cluster: string, { object, ...options }: RepeatableWriteOptions & { readonly object: Manifest }): Promise<Outcome<Applied>> {
    const kind = findKind(object.apiVersion, object.kind);
    if (kind === undefined) return Promise.resolve(refuse({ kind: 'UnsupportedKind', apiVersion: object.apiVersion, kindName: object.kind }));
    return writeCluster(this.database, { caller, cluster, ...options }, (work) => applyObject(work, kind, object));
  }

  create(caller: Caller, collection: ObjectCollection, object: Manifest, options: WriteOptions & { readonly idempotency?: IdempotentRequest } = {}): Promise<Outcome<Manifest>> {
    return writeCluster(this.database, { caller, ...collection, ...options }, (work) => createObject(work, collection.kind, object));
  }

  /** Replaces the object, or with `subresource` its status. A resourceVersion in it must be the present one. */
  replace(caller: Caller, collection: ObjectCollection, object: Manifest, options: WriteOptions = {}): Promise<Outcome<Manifest>> {
    const target = targetOf(collection, object.metadata.name, options);
    return writeCluster(this.database, { caller, ...collection, ...options }, (work) => reviseObject(work, target, () => ok(object)));
  }

  patch(caller: Caller, collection: ObjectCollection, { name, patch, ...options }: WriteOptions & { readonly name: string; readonly patch: Patch }): Promise<Outcome<Manifest>> {
    const target = targetOf(collection, name, options);
    return writeCluster(this.database, { caller, ...collection, ...options }, (work) => reviseObject(work, target, (current) => patched(current, patch)));
  }

  delete(caller: Caller, collection: ObjectCollection, { name, preconditions, ...options }: RepeatableWriteOptions & { readonly name: string; readonly preconditions?: Preconditions }): Promise<Outcome<Manifest>> {
    const { cluster, kind, namespace } = collection;
    return writeCluster(this.database, { caller, cluster, ...options }, (work) =>
      removeObject(work, { kind, namespace, name, ...(preconditions === undefined ? {} : { preconditions }) }));
  }

  /** Deletes all that the selection selects, in one revision. */
  deleteSelected(caller: Caller, collection: ObjectCollection, { dryRun, ...selection }: ObjectSelection & { readonly dryRun?: boolean }): Promise<Outcome<readonly Manifest[]>> {
    const { cluster, kind, namespace } = collection;
    return writeCluster(this.database, { caller, cluster, ...(dryRun === undefined ? {} : { dryRun }) }, async (work) =>
      ok(await removeObjects(work, { clusterId: work.cluster.id, kind, namespace }, conditionsOf(collection, selection))));
  }
}

function conditionsOf({ kind }: Pick<ObjectCollection, 'kind'>, { labels = [], fields = [] }: ObjectSelection) {
  return [...byLabels(labels), ...byFields(fields, kind.kind)];
}

function targetOf({ kind, namespace }: ObjectCollection, name: string, { subresource }: WriteOptions): UpdateTarget {
  return { kind, namespace, name, ...(subresource === undefined ? {} : { subresource }) };
}

function patched(current: Manifest, patch: Patch): Outcome<unknown> {
  const result = patch.type === 'merge' ? { value: mergePatch(current, patch.patch) } : jsonPatch(current, patch.operations);
  if ('problem' in result) return refuse({ kind: 'PatchFailed', object: refOf(current), message: result.problem });
  return ok(result.value);
}
