import type { Transaction } from '#database';
import { compileRequirements } from '#apimachinery';
import { matchesFields, type KindDescription } from '#kubernetes';
import { sightOf } from '#access';
import type {
  ClusterCounts,
  FoundObject,
  LabelKey,
  LabelledKind,
  NamespaceCounts,
  NameSearch,
  StateCounts,
  ClusterRow,
  LocatedCluster,
  LogPoint,
  KindScope,
  ListPosition,
  NodePodsPage,
  ObjectMatch,
  ObjectReading,
  ObjectSelection,
} from '#cluster';
import type { StoredObject } from '#rows';
import { type PageWindow } from '#requests';
import { orderedPage } from './ordered-page.js';
import type { PastClusters, PastObject, PastState } from '#state';
import { pastLabelKeys, pastNames, pastNamespaces, pastStates } from './past-overview.js';
import { seenState } from './seen-state.js';

/** A state of the past in memory, which is read when it is first needed. */
export class PastReading implements ObjectReading {
  readonly cluster: ClusterRow;
  readonly point: LogPoint;
  readonly moment?: string;
  #state: Promise<PastState> | undefined;

  constructor(
    private readonly tx: Transaction,
    { cluster, point, moment }: LocatedCluster,
    private readonly past: PastClusters,
  ) {
    this.cluster = cluster;
    this.point = point;
    if (moment !== undefined) this.moment = moment;
  }

  /** Everything that was there, visible to the reader or not: for sums that name no owner. */
  wholeState(): Promise<PastState> {
    return (this.#state ??= this.past.at(this.tx, this.cluster.id, this.point.position));
  }

  async #seenState(): Promise<PastState> {
    return seenState(await this.wholeState(), sightOf(this.cluster));
  }

  async counts(): Promise<ClusterCounts> {
    const state = await this.#seenState();
    const pending = state.ofKind('Pod').filter(({ placement }) => placement.node === null && !placement.finished);
    return { nodes: state.count('Node'), pods: state.count('Pod'), pendingPods: pending.length };
  }

  async find({ kind, namespace }: KindScope, name: string): Promise<StoredObject | undefined> {
    return (await this.#seenState()).get(kind.kind, kind.namespaced ? namespace : '', name)?.stored();
  }

  async list(
    scope: KindScope,
    { limit = Infinity, labels, fields, order, ...window }: ObjectSelection,
  ): Promise<StoredObject[]> {
    const match = { ...(labels && { labels }), ...(fields && { fields }) };
    if (order !== undefined) {
      const all = [...selected(await this.#seenState(), scope, { match, window: {} })];
      return orderedPage(all, order, window).slice(0, limit);
    }
    const found: StoredObject[] = [];
    for (const stored of selected(await this.#seenState(), scope, { match, window })) {
      if (found.length >= limit) break;
      found.push(stored);
    }
    return found;
  }

  async count(scope: KindScope, match: ObjectMatch): Promise<number> {
    const state = await this.#seenState();
    const {
      kind: { kind, namespaced },
      namespace,
    } = scope;
    if (!isGiven(match))
      return namespaced && namespace !== ''
        ? state.ofKind(kind).filter((one) => one.namespace === namespace).length
        : state.count(kind);
    let count = 0;
    for (const _ of selected(state, scope, { match, window: {} })) count++;
    return count;
  }

  async findNamed({ kind, namespaced }: KindDescription, names: readonly ListPosition[]): Promise<StoredObject[]> {
    const state = await this.#seenState();
    return names.flatMap(({ namespace, name }) => state.get(kind, namespaced ? namespace : '', name)?.stored() ?? []);
  }

  async podsOfNodes({ nodes, limit, fromEnd = false }: NodePodsPage): Promise<StoredObject[]> {
    const state = await this.#seenState();
    return nodes.flatMap(({ node, ...places }) =>
      within(state.podsOn(node), { ...places, fromEnd })
        .slice(0, limit)
        .map((pod) => pod.stored()),
    );
  }

  async searchNames(search: NameSearch): Promise<FoundObject[]> {
    return pastNames(await this.#seenState(), search);
  }

  async labelKeys(request: { readonly kind: LabelledKind; readonly values: number }): Promise<LabelKey[]> {
    return pastLabelKeys(await this.#seenState(), request);
  }

  async namespaceCounts(page: { readonly after: string; readonly limit: number }): Promise<NamespaceCounts[]> {
    return pastNamespaces(await this.#seenState(), page);
  }

  async states(): Promise<StateCounts> {
    return pastStates(await this.#seenState());
  }

  async *stream({ kind }: KindDescription, batch: number): AsyncIterable<StoredObject[]> {
    const objects = (await this.#seenState()).ofKind(kind);
    for (let from = 0; from < objects.length; from += batch)
      yield objects.slice(from, from + batch).map((object) => object.stored());
  }
}

interface Wanted {
  readonly match: ObjectMatch;
  readonly window: PageWindow<ListPosition>;
}

/** What matches, one after the other: the list may stop anywhere. */
function* selected(
  state: PastState,
  { kind, namespace }: KindScope,
  { match, window }: Wanted,
): Iterable<StoredObject> {
  const byLabels = compileRequirements(match.labels ?? []);
  const inNamespace = kind.namespaced && namespace !== '';
  for (const object of within(state.ofKind(kind.kind), window)) {
    if (inNamespace && object.namespace !== namespace) continue;
    const stored = object.stored();
    if (byLabels(stored.object.metadata.labels) && matchesFields(match.fields ?? [], stored.object)) yield stored;
  }
}

function isGiven({ labels = [], fields = [] }: ObjectMatch): boolean {
  return labels.length > 0 || fields.length > 0;
}

/** What of a list by namespace and name lies in a window; from its end the other way round. */
function within(
  objects: readonly PastObject[],
  { after, before, fromEnd = false }: PageWindow<ListPosition>,
): readonly PastObject[] {
  const begin = after === undefined ? 0 : firstWhere(objects, (object) => isBehind(object, after));
  const end = before === undefined ? objects.length : firstWhere(objects, (object) => !isBefore(object, before));
  const inside = objects.slice(begin, end);
  return fromEnd ? inside.reverse() : inside;
}

/** The index of the first for which a condition holds that holds for all behind it. */
function firstWhere(objects: readonly PastObject[], holds: (object: PastObject) => boolean): number {
  let [low, high] = [0, objects.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const object = objects[middle];
    if (object !== undefined && holds(object)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Names are ASCII: code units are bytes. What a caller gives as a place need not be a name, and orders all the same.
 */
function isBehind({ namespace, name }: PastObject, after: ListPosition): boolean {
  return namespace > after.namespace || (namespace === after.namespace && name > after.name);
}

function isBefore({ namespace, name }: PastObject, before: ListPosition): boolean {
  return namespace < before.namespace || (namespace === before.namespace && name < before.name);
}
