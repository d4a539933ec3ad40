import { aggregateText } from '#apimachinery';
import { faultsOf, podSecurityViolation, type AdmissionResult, type PodSpec } from '#kubernetes';
import { podKey, schedulingClass, type ClusterObject, type Pod } from '#scheduler';
import type { HypotheticalCluster, KnownPod } from '../cluster/index.js';
import type { FieldFault } from '../field-fault.js';
import type { NewPod, Workload } from '../workloads/index.js';
import { kubeletRefusal } from './kubelet.js';
import { accountRefusal } from './service-account.js';

/** A pod as admission leaves it, what is wrong with it, or why the API server would not create it. */
export type MadePod =
  | { readonly pod: Pod; readonly unresolved: readonly FieldFault[] }
  | { readonly faults: readonly FieldFault[] }
  | { readonly refused: string };

/** What was made of the pods that were to be. */
export interface MadePods {
  readonly made: number;
  /** The others, which the API server would not create, and why. */
  readonly refused?: { readonly pods: number; readonly message: string };
}

/** The pod that a workload makes, admitted. */
export function madePod(cluster: HypotheticalCluster, workload: Workload, { metadata, spec }: NewPod): MadePod {
  const { namespace } = workload;
  const given = { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, namespace }, spec };
  return admittedPod(cluster, cluster.admission.admit(structuredCopy(given)));
}

/** Admission uses up what it is given, and templates are shared. */
export function structuredCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** A pod that was admitted, as one that is new here. */
export function admittedPod(cluster: HypotheticalCluster, result: AdmissionResult): MadePod {
  if ('problems' in result) return { faults: faultsOf(result) };
  if ('forbidden' in result) return { refused: refusalOf(result) };
  const { metadata, status, ...object } = result.object as Pod & { readonly metadata: object };
  const stamped = { uid: cluster.newUid(), creationTimestamp: cluster.at };
  const pod = { ...object, metadata: { ...stamped, ...metadata }, status: { phase: 'Pending', ...status } };
  const isNew = !Object.hasOwn(metadata, 'uid');
  const unresolved = 'unresolved' in result ? result.unresolved : [];
  const refused = isNew
    ? (accountRefusal(cluster, pod) ?? classRefusal(cluster, unresolved) ?? securityRefusal(cluster, pod))
    : undefined;
  if (refused !== undefined) return { refused };
  return { pod, unresolved: unresolved.map(inWords) };
}

type Unresolved = Extract<AdmissionResult, { unresolved: unknown }>['unresolved'][number];

/** How the API server refuses a pod for a class that is not there. // as API server v1.34 admission plugins */
const REFUSALS: Readonly<Record<Unresolved['kind'], (name: string) => string>> = {
  PriorityClass: (name) => `no PriorityClass with name ${name} was found`,
  RuntimeClass: (name) => `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`,
};

/** Why admission refuses a new pod for its classes. One that pods of the cluster name is there, though not known. */
function classRefusal(cluster: HypotheticalCluster, unresolved: readonly Unresolved[]): string | undefined {
  const missing = unresolved.find(({ kind, name }) => !cluster.namesClass(kind, name));
  return missing && REFUSALS[missing.kind](missing.name);
}

/** Why the standard that the namespace enforces forbids a new pod. */
function securityRefusal({ snapshot }: HypotheticalCluster, pod: Pod): string | undefined {
  const labels = snapshot.object('namespaces', pod.metadata?.namespace ?? '')?.metadata?.labels;
  return podSecurityViolation(pod as Pick<Pod, 'metadata'> & { readonly spec?: PodSpec }, labels);
}

/** A class that a pod names and that is not there. */
function inWords({ field, kind, name }: Unresolved): FieldFault {
  const message = `${kind} ${JSON.stringify(name)} is not there: the pod is judged without it`;
  return { field, message };
}

/**
 * The pods that a workload has: its own, of a CronJob those of the Job that it makes now, or of a Deployment those of
 * its ReplicaSets, which have its name and the hash of their pods' labels where they are not there themselves.
 */
export function podsOf(
  cluster: HypotheticalCluster,
  { kind, namespace, name, owner }: Pick<Workload, 'kind' | 'namespace' | 'name' | 'owner'>,
): KnownPod[] {
  const others = kind === 'Deployment' ? replicaSetsOf(cluster, { namespace, name }) : [];
  const owners = new Set([owner.name, ...others]);
  return [...cluster.pods()].filter(({ pod: { metadata } }) => {
    const controller = metadata?.ownerReferences?.find((one) => one.controller === true);
    if (metadata?.namespace !== namespace || controller?.kind !== owner.kind) return false;
    return owners.has(controller.name ?? '') || (kind === 'Deployment' && controller.name === setOf(name, metadata));
  });
}

const TEMPLATE_HASH = 'pod-template-hash';

/** The ReplicaSet of a Deployment that makes pods with these labels. */
function setOf(deployment: string, { labels }: NonNullable<Pod['metadata']>): string {
  return `${deployment}-${labels?.[TEMPLATE_HASH] ?? ''}`;
}

/** The ReplicaSets that a Deployment owns. */
export function replicaSetsOf(
  { snapshot }: HypotheticalCluster,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): string[] {
  const owned = ({ metadata }: ClusterObject): boolean =>
    metadata?.namespace === namespace &&
    metadata.ownerReferences?.some((owner) => owner.kind === 'Deployment' && owner.name === name) === true;
  return (snapshot.objects.replicaSets ?? []).filter(owned).map(({ metadata }) => metadata?.name ?? '');
}

/** Labels that say which version of a template a pod is of, or which one it is. */
const OF_ONE = new Set([
  TEMPLATE_HASH,
  'controller-revision-hash',
  'pod-template-generation',
  'controller-uid',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-completion-index',
  'statefulset.kubernetes.io/pod-name',
  'apps.kubernetes.io/pod-index',
]);

/** Whether the scheduler sees no difference between two pods, wherever they are. */
export function schedulesLike(a: Pod, b: Pod): boolean {
  return comparable(a) === comparable(b);
}

function comparable({ metadata, spec }: Pod): string {
  const labels = Object.entries(metadata?.labels ?? {}).filter(([key]) => !OF_ONE.has(key));
  const { nodeName: _, ...asked } = spec ?? {};
  const bare = { namespace: metadata?.namespace ?? '', labels: Object.fromEntries(labels) };
  // Clusters add volumes that only the kubelet looks at: none is as good as these.
  return schedulingClass({ metadata: bare, spec: { volumes: [], ...asked } });
}

/**
 * Makes so many pods of a workload, of the first `among` that it may have; or says what is wrong with its template. The
 * first that is refused ends it: the others are like it.
 */
export function makePods(
  cluster: HypotheticalCluster,
  workload: Workload,
  { among, count }: { readonly among: number; readonly count: number },
): MadePods | { readonly faults: readonly FieldFault[] } {
  let made = 0;
  const served = new Set(workload.kind === 'DaemonSet' ? nodesOf(podsOf(cluster, workload)) : []);
  for (const next of workload.podsFrom(0, among)) {
    if (made === count) break;
    if (next.node !== undefined && served.has(next.node)) continue;
    const result = madePod(cluster, workload, next);
    if ('faults' in result) return result;
    if ('pod' in result && cluster.pod(podKey(result.pod)) !== undefined) continue;
    const message = 'refused' in result ? result.refused : broughtIn(cluster, result.pod, workload.claimsOf(next));
    if (message !== undefined) return { made, refused: { pods: count - made, message } };
    made += 1;
  }
  return { made };
}

function nodesOf(pods: readonly KnownPod[]): string[] {
  return pods.flatMap(({ pod }) => pod.spec?.nodeName ?? []);
}

/** Why admission forbids an object, as one sentence. */
export function refusalOf(result: AdmissionResult): string {
  return aggregateText(faultsOf(result).map(({ message }) => message));
}

/** A pod comes in with its claims; or why a quota forbids it. */
function broughtIn(
  cluster: HypotheticalCluster,
  pod: Pod,
  claims: readonly Readonly<Record<string, unknown>>[],
): string | undefined {
  for (const claim of claims) {
    const refusal = addClaim(cluster, pod.metadata?.namespace ?? '', claim);
    if (refusal !== undefined) return refusal;
  }
  const refusal = cluster.quotas.refusal(pod) ?? kubeletRefusal(cluster, pod);
  if (refusal === undefined) cluster.addPod(pod);
  return refusal;
}

/** Adds a claim, unless it is there; or answers why it may not be created. */
export function addClaim(
  cluster: HypotheticalCluster,
  namespace: string,
  claim: Readonly<Record<string, unknown>>,
): string | undefined {
  const metadata = claim['metadata'] as { readonly name: string };
  if (cluster.snapshot.object('persistentVolumeClaims', metadata.name, namespace) !== undefined) return undefined;
  const result = cluster.admission.admit(structuredCopy({ ...claim, metadata: { ...metadata, namespace } }));
  if ('forbidden' in result) return refusalOf(result);
  if (!('object' in result)) return undefined;
  const admitted = withUid(cluster, result.object as ClusterObject);
  const refusal = cluster.quotas.refusal(admitted);
  if (refusal === undefined) cluster.setObject(admitted);
  return refusal;
}

/** An object that has no uid yet gets one. */
export function withUid<T extends ClusterObject>(cluster: HypotheticalCluster, object: T): T {
  return { ...object, metadata: { uid: cluster.newUid(), creationTimestamp: cluster.at, ...object.metadata } };
}
