import { ownField } from '#json';
import type { ClusterObject, Pod } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { ownerOf, part, templateOfPod, workloadOf, type GivenObject, type Workload } from '../workloads/index.js';
import { podsOf, replicaSetsOf } from './controlled-pods.js';

type Named = Pick<GivenObject, 'kind' | 'namespace' | 'name'>;

const LISTS = {
  ReplicaSet: 'replicaSets',
  StatefulSet: 'statefulSets',
  ReplicationController: 'replicationControllers',
} as const;

const VERSIONS: Readonly<Record<string, string>> = { ReplicationController: 'v1' };

export function versionOf(kind: string): string {
  return ownField(VERSIONS, kind) ?? 'apps/v1';
}

/** A workload that came in here, or that the cluster has. */
export function found(cluster: HypotheticalCluster, { kind, namespace, name }: Named): Workload | undefined {
  const known = cluster.workload({ kind, namespace, name });
  if (known !== undefined) return known;
  if (kind === 'Deployment') return ofDeployment(cluster, { namespace, name });
  const object = storedObject(cluster, { kind, namespace, name });
  return object && workloadOfObject(cluster, kind, object);
}

/** The object of a workload other than a Deployment or DaemonSet; undefined where it is not there. */
export function storedObject(
  { snapshot }: HypotheticalCluster,
  { kind, namespace, name }: Named,
): ClusterObject | undefined {
  const list = ownField(LISTS, kind);
  return list && snapshot.object(list, name, namespace);
}

/** The pods are those of its ReplicaSet with the most pods; where it has none, those that it would make. */
function ofDeployment(cluster: HypotheticalCluster, deployment: Omit<Named, 'kind'>): Workload | undefined {
  const { namespace, name } = deployment;
  const given = cluster.given({ kind: 'Deployment', namespace, name });
  if (given !== undefined && isPaused(given)) return pausedWorkload(cluster, given) ?? undefined;
  const [present] = setsOf(cluster, deployment)
    .map((set) => ({ set, pods: podsOf(cluster, set).length }))
    .sort((a, b) => b.pods - a.pods || (a.set.name < b.set.name ? -1 : 1));
  if (present !== undefined) return { ...present.set, kind: 'Deployment', name };
  return given && workloadOf(given, placeIn(cluster));
}

/** Whether a Deployment is paused: its controller makes no ReplicaSet, and scales the one that there is. */
export function isPaused({ kind, object }: GivenObject): boolean {
  return kind === 'Deployment' && part(object, 'spec')['paused'] === true;
}

/**
 * What a Deployment that is paused makes pods of: the ReplicaSet that has some, or the newest where none has; where it
 * has no ReplicaSet, it makes no pod. Null where several have pods, which are scaled in proportion.
 * // as kubernetes v1.34 deployment sync, FindActiveOrLatest
 */
export function pausedWorkload(cluster: HypotheticalCluster, given: GivenObject): Workload | null {
  const { kind, namespace, name } = given;
  const sets = setsOf(cluster, given);
  const active = sets.filter((set) => set.replicas > 0);
  if (active.length > 1) return null;
  const set = active[0] ?? sets[0];
  if (set !== undefined) return { ...set, kind, name };
  cluster.findings.assume(`${kind} ${namespace}/${name} is paused and has no ReplicaSet: it makes no pods`);
  return { ...workloadOf(given, placeIn(cluster)), replicas: 0, podsFrom: () => [] };
}

/** The ReplicaSets of a Deployment, the newest first; those that are not there themselves are known by their pods. */
function setsOf(cluster: HypotheticalCluster, { namespace, name }: Omit<Named, 'kind'>): Workload[] {
  const objects = replicaSetsOf(cluster, { namespace, name })
    .flatMap((set) => cluster.snapshot.object('replicaSets', set, namespace) ?? [])
    .sort((a, b) => (createdOf(a) < createdOf(b) ? 1 : -1))
    .map((object) => workloadOfObject(cluster, 'ReplicaSet', object));
  const known = new Set(objects.map((set) => set.name));
  const owner = ownerOf({ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: '', uid: '' });
  const others = new Map<string, Pod[]>();
  for (const { pod } of podsOf(cluster, { kind: 'Deployment', namespace, name, owner })) {
    const set = pod.metadata?.ownerReferences?.find(({ controller }) => controller === true)?.name ?? '';
    if (!known.has(set)) others.set(set, [...(others.get(set) ?? []), pod]);
  }
  return [...objects, ...Array.from(others, ([set, pods]) => knownByPods(cluster, { namespace, name: set }, pods))];
}

function createdOf({ metadata }: ClusterObject): string {
  return metadata?.creationTimestamp ?? '';
}

function knownByPods(
  cluster: HypotheticalCluster,
  { namespace, name }: Omit<Named, 'kind'>,
  pods: readonly Pod[],
): Workload {
  const [pod = {}] = pods;
  const uid = pod.metadata?.ownerReferences?.find(({ controller }) => controller === true)?.uid ?? '';
  const object = { spec: { replicas: pods.length, template: templateOfPod(pod) } };
  return workloadOf({ apiVersion: 'apps/v1', kind: 'ReplicaSet', namespace, name, uid, object }, placeIn(cluster));
}

function workloadOfObject(cluster: HypotheticalCluster, kind: string, object: ClusterObject): Workload {
  const { name = '', namespace = '', uid = '' } = object.metadata ?? {};
  const given = { apiVersion: versionOf(kind), kind, namespace, name, uid, object: { ...object } };
  return workloadOf(given, placeIn(cluster));
}

/** What workloads make their pods in. */
export function placeIn(cluster: HypotheticalCluster): Parameters<typeof workloadOf>[1] {
  return { snapshot: cluster.snapshot, at: cluster.at, newUid: () => cluster.newUid() };
}
