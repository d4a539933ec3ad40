import type { StoredObject } from '../rows/index.js';
import type { Transaction } from '#database';
import type { KindDescription } from '#kubernetes';
import {
  countObjects,
  type ClusterCounts,
  type ClusterRow,
  type LocatedCluster,
  type LogPoint,
} from '../clusters/index.js';
import type {
  KindScope,
  ListPosition,
  NodePodsPage,
  ObjectMatch,
  ObjectReading,
  ObjectSelection,
} from './object-reading.js';
import {
  countSelected,
  findNamed,
  findObject,
  listObjects,
  podsOfNodes,
  streamObjects,
  type ObjectScope,
} from './object.store.js';
import type { FoundObject, LabelKey, LabelledKind, NamespaceCounts, NameSearch, StateCounts } from './overview.js';
import { countStates, labelKeys, namespaceCounts, searchNames } from './overview.queries.js';
import { bySelection } from './selection.js';

/** The rows of the current state. */
export class PresentReading implements ObjectReading {
  readonly cluster: ClusterRow;
  readonly point: LogPoint;
  readonly moment?: string;

  constructor(
    private readonly tx: Transaction,
    { cluster, point, moment }: LocatedCluster,
  ) {
    this.cluster = cluster;
    this.point = point;
    if (moment !== undefined) this.moment = moment;
  }

  async counts(): Promise<ClusterCounts> {
    const counts = await countObjects(this.tx, [this.cluster.id]);
    return counts.get(this.cluster.id) ?? { nodes: 0, pods: 0, pendingPods: 0 };
  }

  find(scope: KindScope, name: string): Promise<StoredObject | undefined> {
    return findObject(this.tx, this.#scope(scope), name);
  }

  list(scope: KindScope, { labels, fields, ...page }: ObjectSelection): Promise<StoredObject[]> {
    const match = { ...(labels && { labels }), ...(fields && { fields }) };
    return listObjects(this.tx, this.#scope(scope), { conditions: bySelection(match, scope.kind.kind), ...page });
  }

  count(scope: KindScope, match: ObjectMatch): Promise<number> {
    return countSelected(this.tx, this.#scope(scope), bySelection(match, scope.kind.kind));
  }

  findNamed(kind: KindDescription, names: readonly ListPosition[]): Promise<StoredObject[]> {
    return findNamed(this.tx, this.#scope({ kind, namespace: '' }), names);
  }

  podsOfNodes(page: NodePodsPage): Promise<StoredObject[]> {
    return podsOfNodes(this.tx, this.cluster.id, page);
  }

  searchNames(search: NameSearch): Promise<FoundObject[]> {
    return searchNames(this.tx, this.cluster.id, search);
  }

  labelKeys(request: { readonly kind: LabelledKind; readonly values: number }): Promise<LabelKey[]> {
    return labelKeys(this.tx, this.cluster.id, request);
  }

  namespaceCounts(page: { readonly after: string; readonly limit: number }): Promise<NamespaceCounts[]> {
    return namespaceCounts(this.tx, this.cluster.id, page);
  }

  states(): Promise<StateCounts> {
    return countStates(this.tx, this.cluster.id);
  }

  stream(kind: KindDescription, batch: number): AsyncIterable<StoredObject[]> {
    return streamObjects(this.tx, this.#scope({ kind, namespace: '' }), batch);
  }

  #scope({ kind, namespace }: KindScope): ObjectScope {
    return { clusterId: this.cluster.id, kind, namespace };
  }
}
