import { ownField } from '#json';
import type { ClusterObject } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { within, type FieldFault } from '../field-fault.js';
import { SCALED_KINDS, workloadOf, type Workload } from '../workloads/index.js';
import type { Refused } from '../findings/index.js';
import { makePods, podsOf, replicaSetsOf, type MadePods } from './controlled-pods.js';
import type { Change, StepProblem, Steps } from './step.js';
import { subjectOf } from './subject.js';

const LISTS = {
  ReplicaSet: 'replicaSets',
  StatefulSet: 'statefulSets',
  ReplicationController: 'replicationControllers',
} as const;

const VERSIONS: Readonly<Record<string, string>> = { ReplicationController: 'v1' };

/** As many pods as are wanted: more from the template, or fewer, as the controller chooses them. */
export const scale: Change<'scale'> = (cluster, input) => {
  const { kind, namespace, name, replicas } = input;
  if (!SCALED_KINDS.includes(kind))
    return { faults: [{ field: 'kind', message: `must be one of ${SCALED_KINDS.join(', ')}` }] };
  const workload = found(cluster, input);
  if (workload === undefined)
    return { faults: [{ field: 'name', message: `there is no ${kind} ${namespace}/${name} here` }] };
  const result = scaleTo(cluster, workload, replicas);
  if ('counts' in result) {
    const { counts, refused } = result;
    if (refused === undefined) return { counts, problems: [] };
    const finding = { index: 0, apiVersion: ownField(VERSIONS, kind) ?? 'apps/v1', kind, namespace, name, ...refused };
    cluster.findings.refuse(finding);
    return { counts, problems: [refusedInWords(finding)] };
  }
  return {
    faults: result.faults.map(({ field, message }) => ({ field: '', message: `${kind}: ${field}: ${message}` })),
  };
};

/** So many pods of a workload: those that there are count. */
export function scaleTo(
  cluster: HypotheticalCluster,
  workload: Workload,
  replicas: number,
):
  | ({ readonly counts: { readonly podsAdded: number; readonly podsDeleted: number } } & Pick<MadePods, 'refused'>)
  | { readonly faults: readonly FieldFault[] } {
  const present = podsOf(cluster, workload).sort((a, b) => workload.leavingOrder(a, b));
  const leaving = present.slice(0, Math.max(0, present.length - replicas));
  for (const { pod } of leaving) cluster.removePod(pod);
  cluster.budgets.wants(workload.owner, { namespace: workload.namespace, replicas });
  const wanted = { among: replicas, count: Math.max(0, replicas - present.length) };
  const result = makePods(cluster, workload, wanted);
  if ('faults' in result) return { faults: within(workload.templateField, result.faults) };
  const { made, refused } = result;
  return { counts: { podsAdded: made, podsDeleted: leaving.length }, ...(refused && { refused }) };
}

/** What a step reports of pods that were not created. */
export function refusedInWords({ kind, namespace, name, pods, message }: Refused): StepProblem {
  const subject = subjectOf(kind, { metadata: { namespace, name } });
  const pod = kind === 'Pod' ? '' : `${pods} ${pods === 1 ? 'pod is' : 'pods are'} refused: `;
  return { subject, message: `${pod}${message}` };
}

/** A workload that came in here, or that the cluster has. */
export function found(
  cluster: HypotheticalCluster,
  { kind, namespace, name }: Omit<Steps['scale'], 'replicas'>,
): Workload | undefined {
  const known = cluster.workload({ kind, namespace, name });
  if (known !== undefined) return known;
  if (kind === 'Deployment') return ofDeployment(cluster, { namespace, name });
  const object = cluster.snapshot.object(LISTS[kind as keyof typeof LISTS], name, namespace);
  return object && workloadOfObject(cluster, kind, object);
}

/** Deployments are not kept, but their ReplicaSets are: the one with the most pods is the present one. */
function ofDeployment(
  cluster: HypotheticalCluster,
  deployment: { readonly namespace: string; readonly name: string },
): Workload | undefined {
  const { namespace, name } = deployment;
  const sets = replicaSetsOf(cluster, deployment).flatMap((set) => {
    const object = cluster.snapshot.object('replicaSets', set, namespace);
    return object === undefined ? [] : [workloadOfObject(cluster, 'ReplicaSet', object)];
  });
  const [present] = sets
    .map((set) => ({ set, pods: podsOf(cluster, set).length }))
    .sort((a, b) => b.pods - a.pods || (a.set.name < b.set.name ? -1 : 1));
  return present && { ...present.set, kind: 'Deployment', name };
}

function workloadOfObject(cluster: HypotheticalCluster, kind: string, object: ClusterObject): Workload {
  const { name = '', namespace = '', uid = '' } = object.metadata ?? {};
  const apiVersion = ownField(VERSIONS, kind) ?? 'apps/v1';
  const place = { snapshot: cluster.snapshot, at: cluster.at, newUid: () => cluster.newUid() };
  return workloadOf({ apiVersion, kind, namespace, name, uid, object: { ...object } }, place);
}
