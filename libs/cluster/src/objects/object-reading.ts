import type { StoredObject } from '#rows';
import type { FieldRequirement, KindDescription } from '#kubernetes';
import type { LabelRequirement } from '#apimachinery';
import type { ClusterReading, Moments } from '../clusters/index.js';
import type { FoundObject, LabelKey, LabelledKind, NamespaceCounts, NameSearch, StateCounts } from './overview.js';
import type { PageWindow } from '#requests';
import type { ObjectOrder } from './object-order.js';

/** Objects of one kind, in one namespace or (empty) in all. */
export interface KindScope {
  readonly kind: KindDescription;
  readonly namespace: string;
}

/** A place in a list, in the order of namespace and name: that of this object, whether it is there or not. */
export interface ListPosition {
  readonly namespace: string;
  readonly name: string;
  /** In a list of another order than by namespace and name: what the object has there. */
  readonly key?: string;
}

/** Which objects of a kind. */
export interface ObjectMatch {
  readonly labels?: readonly LabelRequirement[];
  readonly fields?: readonly FieldRequirement[];
}

/** Which objects of a collection, and which page of them. */
export interface ObjectSelection extends ObjectMatch, PageWindow<ListPosition> {
  /** By namespace and name when absent. */
  readonly order?: ObjectOrder;
  /** No limit when absent. */
  readonly limit?: number;
}

/** A page of the pods on one node. */
export interface NodePodsRequest extends Omit<PageWindow<ListPosition>, 'fromEnd'> {
  readonly node: string;
}

/** Of each node the first so many of its pods, or the last. */
export interface NodePodsPage extends Pick<PageWindow<ListPosition>, 'fromEnd'> {
  readonly nodes: readonly NodePodsRequest[];
  readonly limit: number;
}

/**
 * The objects of a cluster at one moment. Lists are by namespace and name, in byte order; what is taken from their end
 * comes the other way round.
 */
export interface ObjectReading extends ClusterReading {
  find(scope: KindScope, name: string): Promise<StoredObject | undefined>;
  list(scope: KindScope, selection: ObjectSelection): Promise<StoredObject[]>;
  count(scope: KindScope, match: ObjectMatch): Promise<number>;
  /** Those of the named objects that are there, in no order. */
  findNamed(kind: KindDescription, names: readonly ListPosition[]): Promise<StoredObject[]>;
  podsOfNodes(page: NodePodsPage): Promise<StoredObject[]>;
  /** Objects whose names have a text in them, the best match first. */
  searchNames(search: NameSearch): Promise<FoundObject[]>;
  /** The keys of the labels of a kind by name, each with so many of its most frequent values. */
  labelKeys(request: { readonly kind: LabelledKind; readonly values: number }): Promise<LabelKey[]>;
  /** A page of the namespaces by name, with their pods counted. */
  namespaceCounts(page: { readonly after: string; readonly limit: number }): Promise<NamespaceCounts[]>;
  /** How many nodes and pods are in states that need an operator's attention. */
  states(): Promise<StateCounts>;
  /** All objects of a kind in batches, for any number of objects. */
  stream(kind: KindDescription, batch: number): AsyncIterable<StoredObject[]>;
}

/** Opens clusters to read their objects. */
export type ObjectMoments = Moments<ObjectReading>;
