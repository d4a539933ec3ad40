import { findMany, type Manifest, type StoredObject } from '#rows';
import { ok, read, refuse, type Outcome } from '#requests';
import { hasWholeSight, sightOf, type Access, type Sight } from '#access';
import { findCluster, isRevealed, type ClusterAt, type ClusterRow, type LocatedCluster } from '#cluster';
import type { Caller, Transaction } from '#database';
import { locateCluster } from '#history';
import { systemPriorities } from '#kubernetes';
import type { Snapshot } from '#scheduler';
import type { NodeSetEntry } from '#trace';
import { HypotheticalCluster, ServiceAccounts, type NamedObject, type Wanted } from '#what-if';
import { isNow, pastProfiles, type StateSource } from '../explain/index.js';
import { knownProfiles, listVersions, type KeptVersion, type ResolvedProfile } from '#scheduling';
import { recallCluster, streamNodes } from '#state';
import {
  admissionSettingsOf,
  BudgetBook,
  findQuotas,
  LOOKED_UP_KINDS,
  readBudgets,
  readLookedUp,
  Sealer,
  seconds,
} from '#writes';
import { namedPods, visibleState, type OtherPods } from '../visible/index.js';
import { admissionOf } from './admission.js';
import { CountedPods } from './counted-pods.js';
import { readKnownPods, readNamedClasses } from './known-pods.queries.js';

/** A cluster of its own to try things on, and the profiles that serve there. */
export interface Beginning {
  readonly clusterId: string;
  readonly cluster: HypotheticalCluster;
  readonly book: BudgetBook;
  /** By schedulerName. */
  readonly profiles: Map<string, ResolvedProfile>;
  readonly versions: readonly KeptVersion[];
  /** The time of the state, and of everything that happens on it. */
  readonly at: Date;
  /** What the caller sees of the cluster, and the pods that they do not see; null where they see all. */
  readonly sight: Sight;
  readonly others: OtherPods | null;
}

/** It says how many pods a workload may have. */
const AUTOSCALER = 'HorizontalPodAutoscaler';

/** Which of the workloads that no snapshot has are looked at. */
function workloadKinds({ daemons = false, namespaces = [] }: Wanted): string[] {
  return [...(daemons ? ['DaemonSet'] : []), ...(namespaces.length > 0 ? ['Deployment'] : [])];
}

function accountKinds({ namespaces = [] }: Wanted): string[] {
  return namespaces.length > 0 ? ['ServiceAccount'] : [];
}

/** Who may not write a Secret does not learn whether a manifest has its values. */
function isOpenTo(access: Access): (stored: StoredObject) => boolean {
  return ({ object: { kind, metadata } }) => kind !== 'Secret' || isRevealed(access, metadata.namespace ?? '');
}

/** An API server alone may be one whose accounts were not imported: of it, nothing is known where it has none. */
function accountsOf(row: ClusterRow, { accounts, pods }: Pick<Parts, 'accounts' | 'pods'>): ServiceAccounts {
  const used = pods.map(({ object: { metadata, spec } }) => ({
    namespace: metadata.namespace ?? '',
    name: String(spec?.['serviceAccountName']),
  }));
  const { controllers } = admissionSettingsOf(row);
  return new ServiceAccounts({ there: accounts, used, isComplete: controllers !== 'none' || accounts.length > 0 });
}

interface Parts {
  readonly cluster: ClusterRow;
  readonly snapshot: Snapshot;
  readonly rows: readonly NodeSetEntry[];
  readonly nodes: readonly Manifest[];
  readonly pods: readonly StoredObject[];
  readonly lookedUp: readonly Manifest[];
  readonly quotas: readonly Manifest[];
  readonly autoscalers: readonly Manifest[];
  readonly workloads: readonly Manifest[];
  readonly present: readonly Manifest[];
  readonly accounts: readonly Manifest[];
  readonly classes: readonly NamedObject[];
  readonly book: BudgetBook;
  readonly profiles: ReadonlyMap<string, ResolvedProfile>;
  readonly versions: readonly KeptVersion[];
  readonly at: Date;
  readonly others: OtherPods | null;
}

/** Reads a cluster as it is or was at a moment; `wanted` is asked when its snapshot is there. */
export async function beginningOf(
  caller: Caller,
  source: StateSource,
  { which, wanted }: { readonly which: ClusterAt; readonly wanted: (snapshot: Snapshot) => Wanted },
): Promise<Outcome<Beginning>> {
  const located = await read(source.database, caller, (tx) => locateCluster(tx, which, 'inSight'));
  if (located.refused) return located;
  const sight = sightOf(located.value.cluster);
  // What is in memory is the whole cluster: a part of it is made of the objects of the same moment.
  const parts =
    isNow(located.value) && hasWholeSight(sight)
      ? await presentParts(caller, source, { access: located.value.cluster, wanted })
      : await read(source.database.slow, caller, async (tx) =>
          ok(await pastParts(tx, source, { located: located.value, sight, wanted })),
        );
  return parts.refused ? parts : ok({ ...begun(parts.value), sight });
}

function presentParts(
  caller: Caller,
  { database, warm }: StateSource,
  { access, wanted }: { readonly access: LocatedCluster['cluster']; readonly wanted: (snapshot: Snapshot) => Wanted },
): Promise<Outcome<Parts>> {
  const clusterId = access.id;
  return warm.use(clusterId, (memory) =>
    read(database, caller, async (tx) => {
      const cluster = await findCluster(tx, clusterId);
      if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: clusterId });
      const state = await memory.read(tx);
      const snapshot = state.snapshot.fork();
      const { wholeNodes = false, objects = [], classes = [], ...pods } = wanted(snapshot);
      const sealer = Sealer.of(database);
      const named = [...(await findMany(tx, clusterId, objects)).values()];
      const lookedUp = await readLookedUp(tx, clusterId, { kinds: LOOKED_UP_KINDS });
      return ok({
        cluster,
        snapshot,
        rows: state.nodes,
        nodes: wholeNodes ? await allNodes(tx, clusterId) : [],
        pods: await readKnownPods(tx, clusterId, pods),
        lookedUp,
        quotas: (await findQuotas(tx, clusterId)).map(({ object }) => object),
        autoscalers: await readLookedUp(tx, clusterId, { kinds: [AUTOSCALER] }),
        workloads: await readLookedUp(tx, clusterId, { kinds: workloadKinds(pods) }),
        present: named.filter(isOpenTo(access)).map((stored) => sealer.reveal(clusterId, stored)),
        accounts: await readLookedUp(tx, clusterId, { kinds: accountKinds(pods) }),
        classes: await readNamedClasses(tx, clusterId, missingOf(classes, lookedUp)),
        book: state.budgets.budgets.length > 0 ? await readBudgets(tx, clusterId) : new BudgetBook([], tx.at),
        profiles: await knownProfiles(tx, clusterId),
        versions: await listVersions(tx, clusterId),
        at: tx.at,
        others: null,
      });
    }),
  );
}

/** The classes that the cluster does not have, each once. */
function missingOf(classes: readonly NamedObject[], lookedUp: readonly Manifest[]): NamedObject[] {
  const keyOf = ({ kind, metadata }: Pick<NamedObject, 'kind' | 'metadata'>): string => `${kind} ${metadata.name}`;
  const missing = new Map(classes.map((one) => [keyOf(one), one]));
  for (const one of lookedUp) missing.delete(keyOf(one));
  for (const [name] of systemPriorities()) missing.delete(`PriorityClass ${name}`);
  return [...missing.values()];
}

async function allNodes(tx: Transaction, clusterId: string): Promise<Manifest[]> {
  const nodes: Manifest[] = [];
  for await (const rows of streamNodes(tx, clusterId)) nodes.push(...rows.map(({ manifest }) => manifest));
  return nodes;
}

interface PastWanted {
  readonly located: LocatedCluster;
  readonly sight: Sight;
  readonly wanted: (snapshot: Snapshot) => Wanted;
}

async function pastParts(
  tx: Transaction,
  { clusters }: StateSource,
  { located: { cluster, point }, sight, wanted }: PastWanted,
): Promise<Parts> {
  const at = point.at ?? tx.at;
  const visible = await visibleState(await clusters.at(tx, cluster.id, point.position), sight);
  const { past, others } = visible;
  const { snapshot, nodes: rows, budgets: book } = (await recallCluster(past, at)).state;
  const objects = (kind: string): Manifest[] => past.ofKind(kind).map((object) => object.stored().object);
  return {
    cluster,
    snapshot,
    rows,
    nodes: objects('Node'),
    pods: namedPods(visible)
      .filter(({ placement }) => !placement.finished)
      .map((pod) => pod.stored()),
    lookedUp: LOOKED_UP_KINDS.flatMap(objects),
    quotas: objects('ResourceQuota'),
    autoscalers: objects(AUTOSCALER),
    workloads: ['DaemonSet', 'Deployment'].flatMap(objects),
    // Of a Secret that was, digests are left.
    present: (wanted(snapshot).objects ?? [])
      .filter(({ kind }) => kind !== 'Secret')
      .flatMap(
        ({ kind, metadata: { namespace = '', name } }) => past.get(kind, namespace, name)?.stored().object ?? [],
      ),
    accounts: objects('ServiceAccount'),
    // All pods that the caller sees are there.
    classes: [],
    book,
    profiles: pastProfiles(past, await knownProfiles(tx, cluster.id)),
    versions: await listVersions(tx, cluster.id),
    at,
    others,
  };
}

function begun({
  cluster: row,
  snapshot,
  book,
  profiles,
  versions,
  at,
  others,
  ...parts
}: Parts): Omit<Beginning, 'sight'> {
  if (book.budgets.length > 0) snapshot.replaceObjects('podDisruptionBudgets', book.budgets);
  const cluster = new HypotheticalCluster({
    snapshot,
    rows: parts.rows,
    nodes: parts.nodes,
    pods: parts.pods.map(({ object, createdPosition }) => ({ pod: object, position: Number(createdPosition) })),
    budgets: new CountedPods(book),
    quotas: parts.quotas,
    autoscalers: parts.autoscalers,
    workloads: parts.workloads,
    present: parts.present,
    accounts: accountsOf(row, parts),
    classes: parts.classes,
    // Every object of a snapshot's lists came as a manifest.
    admission: admissionOf([...parts.lookedUp, ...((snapshot.objects.services ?? []) as Manifest[])], {
      settings: admissionSettingsOf(row),
      at,
    }),
    at: seconds(at),
  });
  return { clusterId: row.id, cluster, book, profiles: new Map(profiles), versions, at, others };
}
