import { findRefusals, type ClusterAt, type ClusterRow } from '#cluster';
import type { StoredObject } from '#rows';
import { ok, read, type Outcome } from '#requests';
import { sightOf } from '#access';
import { TimeSlice, type Caller, type Database, type Transaction } from '#database';
import {
  advise,
  explainPending,
  GroupedPods,
  type Advice,
  type ModelObjects,
  type PendingExplanation,
  type QuotaObject,
  type RefusedPod,
} from '#explain';
import { locateCluster } from '#history';
import { type PastClusters, type PastObject, type PastState, recallCluster } from '#state';
import { compareQueued, type ClusterObject, type Node, type Pod, type Profile } from '#scheduler';
import { RunProfiles } from '#scheduling';
import { taken } from '../slices/index.js';
import { namedPods, visibleState, withOthers, type Redacted, type VisibleState } from '../visible/index.js';

/** Which advice: all that is given must hold. */
export interface AdviceFilter {
  readonly rule?: string;
  /** Advice that is of no namespace is not of this one. */
  readonly namespace?: string;
}

/** What is asked about all pending pods. */
export interface PendingQuestion {
  /** Whether changes are tried. */
  readonly changes?: boolean;
}

/** A page of advice. */
export interface AdviceRequest {
  readonly filter: AdviceFilter;
  readonly pageSize: number;
  /** From 0. */
  readonly offset: number;
}

/** A page, and how much advice there is in all pages. */
export interface AdvicePage {
  readonly total: number;
  readonly items: readonly Advice[];
  /** Null of the last page. */
  readonly nextOffset: number | null;
  /** Where the caller sees a part of the cluster: it is advice about that part. */
  readonly redacted?: true;
}

/** Where states are found. */
export interface AdviceSource {
  readonly database: Database;
  readonly clusters: PastClusters;
  /** Labels, or domains of labels, that say what a node is beside those that are known to. */
  readonly identityLabels?: readonly string[];
  /** Called with a rule of advice that failed: the answer says so, and the others answer. */
  readonly onRuleFailed?: (rule: string, error: unknown) => void;
}

/** What is to be said of a cluster as a whole. Nothing is written: states are copies in memory. */
export class ClusterAdviceService {
  /** For as long as a state is cached: it does not change. */
  readonly #advice = new WeakMap<PastState, Promise<readonly Advice[]>>();

  constructor(private readonly source: AdviceSource) {}

  /** What of its model will surprise. */
  async advice(caller: Caller, which: ClusterAt, request: AdviceRequest): Promise<Outcome<AdvicePage>> {
    const found = await this.#read(caller, which, (_, visible) => Promise.resolve(ok(visible)));
    if (found.refused) return found;
    const { past, others } = found.value;
    let known = this.#advice.get(past);
    if (known === undefined) {
      const { onRuleFailed: onFailure, identityLabels } = this.source;
      known = adviceOf(found.value, { signal: caller.signal, onFailure, identityLabels });
      this.#advice.set(past, known);
      // A caller that disconnects aborts it: the next caller computes it anew.
      known.catch(() => this.#advice.delete(past));
    }
    const { rule, namespace } = request.filter;
    const all = (await known).filter(
      (one) => (rule ?? one.rule) === one.rule && (namespace ?? one.namespace) === one.namespace,
    );
    const end = request.offset + request.pageSize;
    const page = { items: all.slice(request.offset, end), nextOffset: end < all.length ? end : null };
    return ok({ total: all.length, ...page, ...(others !== null && { redacted: true as const }) });
  }

  /** What keeps its pending pods pending, and what would release the most of them. */
  async pending(
    caller: Caller,
    which: ClusterAt,
    { changes: triesChanges = true }: PendingQuestion = {},
  ): Promise<Outcome<PendingExplanation & Redacted>> {
    const input = await this.#read(caller, which, async (tx, visible, { cluster, at }) => {
      const { past, others } = visible;
      const clusterId = cluster.id;
      const profiles = await RunProfiles.read(tx, clusterId, undefined);
      if (profiles.refused) return profiles;
      const { snapshot } = await recallCluster(past, at ?? tx.at);
      const pods = (await pendingPods(visible)).map(({ object }) => ({
        pod: object,
        profile: profileOf(profiles.value, object),
      }));
      const nodes = past.ofKind('Node').map((node) => node.stored().object as Node);
      const refused = await refusedPods(tx, past, { cluster, until: at });
      const quotas = past.ofKind('ResourceQuota').map((quota) => quota.stored().object as QuotaObject);
      const { identityLabels = [] } = this.source;
      return ok({ snapshot, nodes, pods, now: tx.at.toISOString(), refused, quotas, others, identityLabels });
    });
    if (input.refused) return input;
    const { others, ...asked } = input.value;
    return ok(withOthers(await taken(explainPending({ ...asked, triesChanges }), caller.signal), others));
  }

  #read<T>(
    caller: Caller,
    which: ClusterAt,
    work: (
      tx: Transaction,
      visible: VisibleState,
      of: { cluster: ClusterRow; at: Date | undefined },
    ) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const { database, clusters } = this.source;
    return read(database.slow, caller, async (tx) => {
      const located = await locateCluster(tx, which, 'inSight');
      if (located.refused) return located;
      const { cluster, point } = located.value;
      const past = await clusters.at(tx, cluster.id, point.position);
      return work(tx, await visibleState(past, sightOf(cluster)), { cluster, at: point.at ?? undefined });
    });
  }
}

function profileOf(profiles: RunProfiles, pod: Pod): Profile | undefined {
  return profiles.serves(pod.spec?.schedulerName ?? 'default-scheduler') ? profiles.of(pod).profile : undefined;
}

/** On no node, and not finished or on their way out; in queue order. */
async function pendingPods(visible: VisibleState): Promise<readonly StoredObject[]> {
  const found: StoredObject[] = [];
  for await (const pod of slowly(namedPods(visible))) {
    if (pod.placement.node !== null || pod.placement.finished) continue;
    const stored = pod.stored();
    if (!('deletionTimestamp' in stored.object.metadata)) found.push(stored);
  }
  const queued = ({ object, createdPosition }: StoredObject): Parameters<typeof compareQueued>[0] => ({
    pod: object,
    position: createdPosition,
  });
  return found.sort((a, b) => compareQueued(queued(a), queued(b)));
}

/** So many refusals are looked at, the newest ones. */
const MOST_REFUSALS = 10_000;

/** Pods that quotas refused and that are not there, the newest refusal of each. */
async function refusedPods(
  tx: Transaction,
  past: PastState,
  { cluster, until }: { readonly cluster: ClusterRow; readonly until: Date | undefined },
): Promise<readonly RefusedPod[]> {
  const filter = { kind: 'Pod', reason: 'ResourceQuota', ...(until && { until }) };
  const found = await findRefusals(
    tx,
    { clusterId: cluster.id, sight: sightOf(cluster) },
    { filter, limit: MOST_REFUSALS },
  );
  const newest = new Map<string, RefusedPod>();
  for (const { namespace, name, message, usage, scopes } of found) {
    const key = `${namespace}/${name}`;
    if (newest.has(key) || past.get('Pod', namespace, name) !== undefined) continue;
    newest.set(key, { namespace, name, message, usage, scopes });
  }
  return [...newest.values()];
}

interface Asked {
  readonly signal: Caller['signal'];
  readonly onFailure: AdviceSource['onRuleFailed'];
  readonly identityLabels: AdviceSource['identityLabels'];
}

async function adviceOf(
  visible: VisibleState,
  { signal, onFailure, identityLabels }: Asked,
): Promise<readonly Advice[]> {
  const { past } = visible;
  const groups = new GroupedPods();
  for await (const pod of slowly(namedPods(visible))) if (!pod.placement.finished) groups.add(pod.stored().object);
  const ofKind = <Kind>(kind: string): Kind[] => past.ofKind(kind).map((one) => one.stored().object as Kind);
  const volumes = {
    persistentVolumes: ofKind<ClusterObject>('PersistentVolume'),
    storageClasses: ofKind<ClusterObject>('StorageClass'),
    csiNodes: ofKind<ClusterObject>('CSINode'),
  };
  const objects = {
    volumes,
    ...(identityLabels && { identityLabels }),
    nodes: ofKind<Node>('Node'),
    budgets: ofKind<ModelObjects['budgets'][number]>('PodDisruptionBudget'),
    priorityClasses: ofKind<ModelObjects['priorityClasses'][number]>('PriorityClass'),
    services: ofKind<ModelObjects['services'][number]>('Service'),
    namespaces: ofKind<ModelObjects['namespaces'][number]>('Namespace'),
  };
  return taken(advise({ ...objects, groups }, { ...(onFailure && { onFailure }) }), signal);
}

async function* slowly(objects: readonly PastObject[]): AsyncGenerator<PastObject> {
  const slice = new TimeSlice();
  for (const object of objects) {
    await slice.yieldWhenOver();
    yield object;
  }
}
