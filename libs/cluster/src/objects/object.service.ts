import { type Manifest, served, type StoredObject } from '#rows';
import type { Caller, Database } from '#database';
import { findKind, type KindDescription, type ObjectSubresource } from '#kubernetes';
import type { ClusterAt } from '../clusters/index.js';
import {
  type IdempotentRequest,
  edgeOf,
  pageOf,
  ok,
  read,
  refuse,
  type Outcome,
  type WriteConditions,
} from '#requests';
import { shownTo, type WriteTarget } from './cluster-write.js';
import { writeCluster } from './write-cluster.js';
import { sightOf } from '#access';
import { Sealer } from '#writes';
import { applyObject, type Applied } from './apply-object.js';
import { asEditor } from './as-editor.js';
import { createObject } from './create-object.js';
import { countWithInitial, findWithInitial, listWithInitial } from './initial-reading.js';
import { patchedObject, type OnOddPatch, type Patch } from './patched-object.js';
import { createsOnReplace, replaceObject, type Replaced } from './replace-object.js';
import { removeObject, removeObjects, type Deleted, type DeleteTarget } from './delete-object.js';
import type {
  ListPosition,
  NodePodsPage,
  ObjectMatch,
  ObjectMoments,
  ObjectReading,
  ObjectSelection,
} from './object-reading.js';
import { bySelection } from './selection.js';
import { revealedTo } from './revealed.js';
import {
  creationOf,
  inForm,
  outcomeIn,
  refusalIn,
  requestOf,
  revisionIn,
  storedKind,
  toStored,
} from './served-form.js';
import { reviseObject, type Revise, type UpdateTarget } from './update-object.js';

/** One kind in one cluster; `namespace` is empty for cluster-scoped kinds and for lists over all namespaces. */
export interface ObjectCollection {
  /** Cluster id or name. */
  readonly cluster: string;
  readonly kind: KindDescription;
  readonly namespace: string;
  /**
   * As an API server serves it: with what a cluster has from its first moment, and the values of Secrets for those who
   * may write them. Otherwise as the log has it.
   */
  readonly asServed?: boolean;
}

/** The same to read from: as it is, or as it was at a moment. */
export interface ReadCollection extends ObjectCollection {
  readonly at?: string;
}

export interface ObjectList {
  /** The position that the list shows: the cluster's when it was read, or the one that was asked for. */
  readonly resourceVersion: string;
  /** Where a moment was given: one that leads to the same state for good, for the pages after this one. */
  readonly moment?: string;
  readonly items: readonly Manifest[];
  /** The objects of the selection on all pages, where they are counted. */
  readonly total?: number;
  /** Where the list goes on behind this page, on the way that it was taken; null at its end. */
  readonly next: ListPosition | null;
}

/** How to apply, create or delete one object. */
export interface WriteOptions {
  readonly dryRun?: boolean;
  readonly idempotency?: IdempotentRequest;
  readonly conditions?: WriteConditions;
}

/** How to replace or patch one object, or its status. */
export interface RevisionOptions extends WriteOptions {
  readonly subresource?: ObjectSubresource;
  /** Called when the object gets a new generation. */
  readonly onNewGeneration?: () => void;
}

/** How to patch one object. */
export interface PatchOptions extends RevisionOptions {
  readonly name: string;
  readonly patch: Patch;
  /**
   * What to say to fields of the patched object that are unknown, and go: nothing, or why the patch is refused. The
   * patch is as a refusal prints it.
   */
  readonly onOddPatch?: OnOddPatch;
}

/**
 * The objects of clusters: every kind, every verb of the Kubernetes API, one way in (admit) and one revision a write.
 */
export class ObjectService {
  constructor(
    private readonly database: Database,
    private readonly moments: ObjectMoments,
  ) {}

  get(caller: Caller, collection: ReadCollection, name: string): Promise<Outcome<Manifest>> {
    return this.#read(caller, collection, async (reading) => {
      const { kind, namespace } = collection;
      const found = await (collection.asServed === true
        ? findWithInitial(reading, collection, name)
        : reading.find(collection, name));
      if (found === undefined)
        return refuse({
          kind: 'ObjectNotFound',
          object: { apiVersion: kind.apiVersion, kind: kind.kind, namespace, name },
        });
      return ok(this.#shown(reading, collection, found));
    });
  }

  /**
   * A page by namespace and name, in byte order, unless another order is given. `withTotal` counts what is on all
   * pages, where there is more than one.
   */
  list(
    caller: Caller,
    collection: ReadCollection,
    { limit, withTotal = false, ...selection }: ObjectSelection & { readonly withTotal?: boolean } = {},
  ): Promise<Outcome<ObjectList>> {
    return this.#read(caller, collection, async (reading) => {
      const {
        point: { position },
        moment,
      } = reading;
      const listed = { ...selection, ...(limit === undefined ? {} : { limit: limit + 1 }) };
      const { asServed = false } = collection;
      const found = await (asServed ? listWithInitial(reading, collection, listed) : reading.list(collection, listed));
      const page = pageOf(found, { size: limit ?? found.length, fromEnd: selection.fromEnd });
      const edge = edgeOf(page, selection)?.object.metadata;
      const next = edge === undefined ? null : { namespace: edge.namespace ?? '', name: edge.name };
      const counted = (): Promise<number> =>
        asServed ? countWithInitial(reading, collection, selection) : reading.count(collection, selection);
      const total = withTotal && next !== null ? await counted() : undefined;
      return ok({
        resourceVersion: String(position),
        ...(total !== undefined && { total }),
        items: page.items.map((stored) => this.#shown(reading, collection, stored)),
        next,
        ...(moment === undefined ? {} : { moment }),
      });
    });
  }

  /** How many objects the selection selects, on all pages. */
  count(caller: Caller, collection: ReadCollection, match: ObjectMatch = {}): Promise<Outcome<number>> {
    return this.#read(caller, collection, async (reading) => ok(await reading.count(collection, match)));
  }

  /** Those of the named objects that are there, in no order. */
  getMany(
    caller: Caller,
    collection: Omit<ReadCollection, 'namespace'>,
    names: readonly ListPosition[],
  ): Promise<Outcome<readonly Manifest[]>> {
    return this.#read(caller, collection, async (reading) =>
      ok((await reading.findNamed(collection.kind, names)).map(served)),
    );
  }

  /** Pods of each of the nodes, in one statement; by namespace and name, from the end the other way round. */
  podsOfNodes(caller: Caller, which: ClusterAt, page: NodePodsPage): Promise<Outcome<readonly Manifest[]>> {
    return this.#read(caller, which, async (reading) => ok((await reading.podsOfNodes(page)).map(served)));
  }

  /**
   * Creates or replaces an object as an import does, status and all. A resourceVersion in it must be the present one.
   */
  apply(
    caller: Caller,
    cluster: string,
    { object, ...options }: Omit<WriteOptions, 'conditions'> & { readonly object: Manifest },
  ): Promise<Outcome<Applied>> {
    const kind = findKind(object.apiVersion, object.kind);
    if (kind === undefined)
      return Promise.resolve(refuse({ kind: 'UnsupportedKind', apiVersion: object.apiVersion, kindName: object.kind }));
    const { namespace = '', name } = object.metadata;
    const place = placeOf({ cluster, kind, namespace }, name);
    return writeCluster(this.database, { caller, operation: 'apply', ...place, ...options, isShort: true }, (work) =>
      applyObject(work, kind, object),
    );
  }

  create(
    caller: Caller,
    collection: ObjectCollection,
    object: Manifest,
    { conditions = {}, ...options }: WriteOptions = {},
  ): Promise<Outcome<Manifest>> {
    return writeCluster(
      this.database,
      {
        caller: asEditor(caller),
        operation: 'create',
        unseen: 'absent',
        ...placeOf(collection, nameIn(object)),
        ...options,
        isShort: true,
      },
      (work) => createObject(work, { ...creationOf(collection.kind, object), conditions }),
    ).then(outcomeIn(collection.kind));
  }

  /**
   * Replaces the object, or with `subresource` its status. A resourceVersion in it must be the present one. Of some
   * kinds one that is not there is created.
   */
  async replace(
    caller: Caller,
    collection: ObjectCollection,
    object: Manifest,
    options: RevisionOptions = {},
  ): Promise<Outcome<Replaced>> {
    const target = targetOf(collection, object.metadata.name, options);
    // What may be created is answered as a creation is, to those who do not see the namespace too.
    const place = createsOnReplace(target) ? placeOf(collection, target.name) : placeOfPresent(collection, target.name);
    const replaced = await writeCluster(
      this.database,
      { caller, operation: 'replace', ...place, ...options, isShort: true },
      (work) => replaceObject(work, target, toStored(collection.kind, object)),
    );
    if (replaced.refused) return refusalIn<Replaced>(collection.kind)(replaced);
    return ok({ ...replaced.value, object: inForm(collection.kind, replaced.value.object) });
  }

  patch(
    caller: Caller,
    collection: ObjectCollection,
    { name, patch, onOddPatch, ...options }: PatchOptions,
  ): Promise<Outcome<Manifest>> {
    const target = { ...targetOf(collection, name, options), patches: true };
    return writeCluster(
      this.database,
      { caller, operation: 'patch', ...placeOfPresent(collection, name), ...options, isShort: true },
      (work) =>
        reviseObject(
          work,
          target,
          revisionIn(collection.kind, (current) => patchedObject(current, patch, onOddPatch)),
        ),
    ).then(outcomeIn(collection.kind));
  }

  /** Changes the object by a function of its present state, as its caller sees it. */
  revise(
    caller: Caller,
    collection: ObjectCollection,
    { name, ...options }: RevisionOptions & { readonly name: string },
    revise: Revise,
  ): Promise<Outcome<Manifest>> {
    const target = targetOf(collection, name, options);
    return writeCluster(
      this.database,
      { caller, operation: 'replace', ...placeOfPresent(collection, name), ...options, isShort: true },
      (work) => reviseObject(work, target, revise),
    );
  }

  delete(
    caller: Caller,
    collection: ObjectCollection,
    { dryRun, idempotency, ...target }: WriteOptions & Omit<DeleteTarget, 'kind' | 'namespace'>,
  ): Promise<Outcome<Deleted>> {
    const { kind, namespace } = collection;
    return writeCluster(
      this.database,
      {
        caller,
        operation: 'delete',
        unseen: 'absent',
        ...placeOf(collection, target.name),
        ...keptBy({ dryRun, idempotency }),
        isShort: true,
      },
      (work) => removeObject(work, { kind: storedKind(kind), namespace, ...target }),
    ).then((outcome) => {
      if (outcome.refused) return refusalIn<Deleted>(kind)(outcome);
      return ok({ ...outcome.value, object: inForm(kind, outcome.value.object) });
    });
  }

  /** Deletes all that the selection selects, in one revision. */
  deleteSelected(
    caller: Caller,
    collection: ObjectCollection,
    {
      dryRun,
      idempotency,
      options = {},
      preconditions = {},
      ...selection
    }: ObjectSelection & Pick<WriteOptions, 'dryRun' | 'idempotency'> & Pick<DeleteTarget, 'options' | 'preconditions'>,
  ): Promise<Outcome<Pick<ObjectList, 'items' | 'resourceVersion'>>> {
    const { kind, namespace } = collection;
    return writeCluster(
      this.database,
      { caller, operation: 'delete', unseen: 'absent', ...placeOf(collection), ...keptBy({ dryRun, idempotency }) },
      async (work) => {
        const { limit, after } = selection;
        const conditions = bySelection(selection, kind.kind);
        const removed = await removeObjects(
          work,
          { clusterId: work.cluster.id, kind, namespace, sight: sightOf(work.cluster) },
          { ...(limit !== undefined && { limit }), ...(after && { after }), conditions, options, preconditions },
        );
        if (removed.refused) return removed;
        const resourceVersion = String(work.draft.head.position);
        return ok(() => ({
          resourceVersion,
          items: removed.value.map((stored) => inForm(kind, shownTo(work, stored))),
        }));
      },
    );
  }

  #shown({ cluster }: ObjectReading, { kind, asServed }: ObjectCollection, stored: StoredObject): Manifest {
    const shown = asServed === true ? revealedTo(Sealer.of(this.database), cluster, stored) : stored;
    return inForm(kind, served(shown));
  }

  #read<T>(caller: Caller, which: ClusterAt, fn: (reading: ObjectReading) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    return read(this.database, caller, async (tx) => {
      const opened = await this.moments.open(tx, which);
      return opened.refused ? opened : fn(opened.value);
    });
  }
}

/** Whether a write is kept, and by which key. */
function keptBy({
  dryRun,
  idempotency,
}: {
  readonly dryRun: boolean | undefined;
  readonly idempotency: IdempotentRequest | undefined;
}): Pick<WriteTarget, 'dryRun' | 'idempotency'> {
  return { ...(dryRun !== undefined && { dryRun }), ...(idempotency !== undefined && { idempotency }) };
}

/**
 * Where objects of a collection are, or the one of a name. Of a collection of all namespaces each object is looked at,
 * and each namespace, which is a place itself.
 */
function placeOf(
  { cluster, kind, namespace, asServed = false }: ObjectCollection,
  name?: string,
): Pick<WriteTarget, 'cluster' | 'place' | 'asServed'> {
  const isKnown = kind.namespaced ? namespace !== '' : kind.kind !== 'Namespace' || name !== undefined;
  return isKnown
    ? { cluster, asServed, place: { kind: kind.kind, namespace, ...(name !== undefined && { name }) } }
    : { cluster, asServed };
}

/** The same of an object that must be there already. */
function placeOfPresent(
  collection: ObjectCollection,
  name: string,
): Pick<WriteTarget, 'cluster' | 'place' | 'unseen' | 'asServed'> {
  const { kind, namespace } = collection;
  const unseen = { apiVersion: kind.apiVersion, kind: kind.kind, namespace, name };
  return { ...placeOf(collection, name), unseen };
}

/** The name that a body gives, if it gives one: what else it says admission looks at. */
function nameIn({ metadata }: { readonly metadata?: { readonly name?: unknown } }): string | undefined {
  const name = metadata?.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function targetOf(
  { kind, namespace }: ObjectCollection,
  name: string,
  { subresource, conditions = {}, onNewGeneration }: RevisionOptions,
): UpdateTarget {
  const part = subresource === undefined ? {} : { subresource };
  return { ...requestOf(kind), namespace, name, conditions, onNewGeneration, ...part };
}
