import type { StoredObject } from '#rows';
import { type Sight, seenObject, sightOf } from '#access';
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
  readonly #sight: Sight;

  constructor(
    private readonly tx: Transaction,
    { cluster, point, moment }: LocatedCluster,
  ) {
    this.cluster = cluster;
    this.point = point;
    this.#sight = sightOf(cluster);
    if (moment !== undefined) this.moment = moment;
  }

  async counts(): Promise<ClusterCounts> {
    const counts = await countObjects(this.tx, [this.cluster]);
    return counts.get(this.cluster.id) ?? { nodes: 0, pods: 0, pendingPods: 0 };
  }

  async find(scope: KindScope, name: string): Promise<StoredObject | undefined> {
    const found = await findObject(this.tx, this.#scope(scope), name);
    return found && seenObject(this.#sight, found);
  }

  async list(scope: KindScope, { labels, fields, ...page }: ObjectSelection): Promise<StoredObject[]> {
    const match = { ...(labels && { labels }), ...(fields && { fields }) };
    const query = { conditions: bySelection(match, scope.kind.kind), ...page };
    return this.#seen(await listObjects(this.tx, this.#scope(scope), query));
  }

  count(scope: KindScope, match: ObjectMatch): Promise<number> {
    return countSelected(this.tx, this.#scope(scope), bySelection(match, scope.kind.kind));
  }

  async findNamed(kind: KindDescription, names: readonly ListPosition[]): Promise<StoredObject[]> {
    return this.#seen(await findNamed(this.tx, this.#scope({ kind, namespace: '' }), names));
  }

  podsOfNodes(page: NodePodsPage): Promise<StoredObject[]> {
    return podsOfNodes(this.tx, this.#place, page);
  }

  searchNames(search: NameSearch): Promise<FoundObject[]> {
    return searchNames(this.tx, this.#place, search);
  }

  labelKeys(request: { readonly kind: LabelledKind; readonly values: number }): Promise<LabelKey[]> {
    return labelKeys(this.tx, this.#place, request);
  }

  namespaceCounts(page: { readonly after: string; readonly limit: number }): Promise<NamespaceCounts[]> {
    return namespaceCounts(this.tx, this.#place, page);
  }

  states(): Promise<StateCounts> {
    return countStates(this.tx, this.#place);
  }

  async *stream(kind: KindDescription, batch: number): AsyncIterable<StoredObject[]> {
    for await (const found of streamObjects(this.tx, this.#scope({ kind, namespace: '' }), batch))
      yield this.#seen(found);
  }

  get #place(): { readonly clusterId: string; readonly sight: Sight } {
    return { clusterId: this.cluster.id, sight: this.#sight };
  }

  #seen(found: StoredObject[]): StoredObject[] {
    return this.#sight.kind === 'all' ? found : found.map((stored) => seenObject(this.#sight, stored));
  }

  #scope({ kind, namespace }: KindScope): ObjectScope {
    return { ...this.#place, kind, namespace };
  }
}
