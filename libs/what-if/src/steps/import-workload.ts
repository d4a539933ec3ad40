import { dropUnknownFields, fieldWarnings } from '#kubernetes-schema';
import { faultsOf, templateHash } from '#kubernetes';
import { MOST_PODS, type HypotheticalCluster } from '../cluster/index.js';
import { within } from '../field-fault.js';
import { part, workloadOf, type GivenObject, type Json, type Workload } from '../workloads/index.js';
import { admittedObject } from './admitted-object.js';
import { podsOf, refusalOf, replicaSetsOf, schedulesLike } from './controlled-pods.js';
import type { ImportReport } from './import-report.js';
import { isPaused, pausedWorkload, placeIn, storedObject } from './known-workloads.js';
import { firstMade, outdatedOf } from './outdated-pods.js';
import { planInPlace, rolloutPlan } from './rollout-plan.js';
import { scaleTo, TOO_MANY } from './scale.js';
import type { ImportedObject } from './step.js';

/** What makes pods makes them as its controller would. */
export function putWorkload(cluster: HypotheticalCluster, given: ImportedObject, report: ImportReport): void {
  const object = given.object;
  const apiVersion = String(object['apiVersion']);
  const kind = String(object['kind']);
  const { name, namespace, uid } = part(object, 'metadata');
  const admitted = admittedObject(cluster, given);
  const unknown = fieldWarnings([], dropUnknownFields(object, { apiVersion, kind }));
  if (typeof name !== 'string' || name === '' || 'problems' in admitted) {
    const missing = [{ field: 'metadata.name', message: 'Required value' }];
    report.fault(given, ...('problems' in admitted ? faultsOf(admitted) : missing), ...unknown);
    return;
  }
  report.unknownField(given, unknown);
  if ('forbidden' in admitted) {
    report.refuse(given, { pods: 0, message: refusalOf(admitted) });
    return;
  }
  report.warn(given, ...admitted.remarks, ...admitted.reported.map((message) => ({ message })));
  const whole: GivenObject = {
    apiVersion,
    kind,
    namespace: typeof namespace === 'string' ? namespace : 'default',
    name,
    uid: typeof uid === 'string' ? uid : cluster.newUid(),
    object: withReplicas(object, admitted.object),
  };
  putPods(cluster, { given, whole, workload: workloadOf(whole, placeIn(cluster)) }, report);
  cluster.noteObject(admitted.object);
}

/** A manifest that does not say how many pods there are to be leaves that as it is. */
function withReplicas(object: Json, admitted: object): Json {
  const { replicas } = part(admitted, 'spec');
  return replicas === undefined ? object : { ...object, spec: { ...part(object, 'spec'), replicas } };
}

function putPods(
  cluster: HypotheticalCluster,
  { given, whole, workload }: { given: ImportedObject; whole: GivenObject; workload: Workload },
  report: ImportReport,
): void {
  if (workload.replicas > MOST_PODS) {
    report.fault(given, TOO_MANY);
    return;
  }
  const present = podsOf(cluster, workload);
  const isNew = part(given.object, 'metadata')['uid'] === undefined && present.length === 0 && !isThere(cluster, whole);
  const refusal = isNew ? countedRefusal(cluster, whole, workload) : undefined;
  if (refusal !== undefined) {
    report.refuse(given, { pods: workload.replicas, message: refusal });
    return;
  }
  if (part(whole.object, 'spec')['suspend'] === true)
    cluster.findings.assume(`${whole.kind} ${whole.namespace}/${whole.name} stays suspended, and makes no pods`);
  const made = firstMade(cluster, workload);
  if (!isSound(made, { given, workload }, report)) return;
  if (made !== undefined && 'refused' in made && present.length > 0 && changesTemplate(cluster, whole)) {
    report.refuse(given, { pods: workload.replicas, message: made.refused });
    return;
  }
  if (hasEnded(cluster, whole)) {
    cluster.findings.assume(`${whole.kind} ${whole.namespace}/${whole.name} has ended, and does not run again`);
    return;
  }
  const controller = otherController(whole);
  if (controller !== undefined) {
    const { apiVersion, kind, namespace, name } = whole;
    const message = `${kind} ${namespace}/${name} is for the controller ${controller}: its pods are not known`;
    cluster.findings.ignore({ apiVersion, kind, message, matters: true });
    return;
  }
  if (isPaused(whole)) {
    putPaused(cluster, { given, whole, workload }, report);
    return;
  }
  sayResumed(cluster, whole);
  const { leaving, replaced, kept } = outdatedOf(cluster, { whole, workload }, present);
  const planned = { index: given.index, given: whole, workload };
  const rollout = rolloutPlan(cluster, planned, present) ?? planInPlace(cluster, planned, replaced);
  if (rollout !== undefined) report.rollouts.push(rollout);
  if (kept !== undefined) cluster.findings.assume(kept);
  for (const pod of leaving) cluster.removePod(pod);
  report.counts.podsDeleted += leaving.length;
  scalePods(cluster, { given, whole, workload, replicas: workload.replicas, isThere: present.length > 0 }, report);
}

/**
 * No pod of a Deployment that is paused is replaced; there come as many as it wants, of the template that the others
 * have.
 */
function putPaused(
  cluster: HypotheticalCluster,
  { given, whole, workload: wanted }: { given: ImportedObject; whole: GivenObject; workload: Workload },
  report: ImportReport,
): void {
  const { apiVersion, kind, namespace, name } = whole;
  const workload = pausedWorkload(cluster, whole);
  if (workload === null) {
    const message = `${kind} ${namespace}/${name} is paused amid a rollout: which pods it gets is not known`;
    cluster.findings.ignore({ apiVersion, kind, message, matters: true });
    return;
  }
  const present = podsOf(cluster, workload);
  const made = firstMade(cluster, wanted);
  if (made !== undefined && 'pod' in made && present.some(({ pod }) => !schedulesLike(pod, made.pod)))
    cluster.findings.assume(
      `${kind} ${namespace}/${name} is paused: its pods keep their template, and the new one is not judged`,
    );
  const replicas = wanted.replicas;
  scalePods(cluster, { given, whole, workload, replicas, isThere: present.length > 0 }, report);
}

/** The controller that a Job names in the place of the Job controller. // as kubernetes v1.34 batch managedBy */
function otherController({ kind, object }: GivenObject): string | undefined {
  const { managedBy } = kind === 'CronJob' ? part(object, 'spec', 'jobTemplate', 'spec') : part(object, 'spec');
  if (!kind.endsWith('Job') || typeof managedBy !== 'string') return undefined;
  return managedBy === 'kubernetes.io/job-controller' ? undefined : managedBy;
}

/** A manifest that does not say whether the Deployment is paused leaves it as it is. */
function sayResumed(cluster: HypotheticalCluster, whole: GivenObject): void {
  const before = cluster.given(whole);
  if (before === undefined || !isPaused(before) || 'paused' in part(whole.object, 'spec')) return;
  const { kind, namespace, name } = whole;
  cluster.findings.assume(`${kind} ${namespace}/${name} is paused in the cluster, and is judged as if it were resumed`);
}

interface Scaled {
  readonly given: ImportedObject;
  readonly whole: GivenObject;
  readonly workload: Workload;
  readonly replicas: number;
  readonly isThere: boolean;
}

/** The workload comes in with so many pods. */
function scalePods(
  cluster: HypotheticalCluster,
  { given, whole, workload, replicas, isThere: isUpdate }: Scaled,
  report: ImportReport,
): void {
  cluster.setWorkload(whole, workload);
  const scaled = scaleTo(cluster, workload, replicas);
  if ('faults' in scaled) {
    report.fault(given, ...scaled.faults);
    return;
  }
  report.counts[isUpdate ? 'updated' : 'created'] += 1;
  report.counts.podsAdded += scaled.counts.podsAdded;
  report.counts.podsDeleted += scaled.counts.podsDeleted;
  if (scaled.refused !== undefined) report.refuse(given, scaled.refused);
  const pods = podsOf(cluster, workload);
  for (const { pod } of pods) report.about(pod);
  if (pods[0] !== undefined) report.refers(given, pods[0].pod);
}

/** Whether a workload without pods was there before. */
function isThere(cluster: HypotheticalCluster, named: GivenObject): boolean {
  if (cluster.given(named) !== undefined || storedObject(cluster, named) !== undefined) return true;
  if (cluster.present(named.object) !== undefined) return true;
  return named.kind === 'Deployment' && replicaSetsOf(cluster, named).length > 0;
}

/** Why a quota of counts forbids the workload, or the ReplicaSet or Job that its pods are of; else they count. */
function countedRefusal(cluster: HypotheticalCluster, whole: GivenObject, { owner }: Workload): string | undefined {
  const { apiVersion, kind, namespace, name } = whole;
  const itself = { apiVersion, kind, metadata: { namespace, name } };
  const between = { apiVersion: owner.apiVersion, kind: owner.kind, metadata: { namespace, name: owner.name } };
  for (const object of owner.kind === kind || isPaused(whole) ? [itself] : [itself, between]) {
    const refusal = cluster.quotas.refusal(object);
    if (refusal !== undefined) return refusal;
    cluster.quotas.came(object);
  }
  return undefined;
}

/** False where the template makes no pod that is valid. */
function isSound(
  made: ReturnType<typeof firstMade>,
  { given, workload }: { given: ImportedObject; workload: Workload },
  report: ImportReport,
): boolean {
  if (made === undefined) return true;
  if ('faults' in made) {
    report.fault(given, ...within(workload.templateField, made.faults));
    return false;
  }
  if ('pod' in made) report.warn(given, ...within(workload.templateField, made.unresolved));
  return true;
}

/** Whether a workload makes other pods from now on; what is known by its pods alone may. */
function changesTemplate(cluster: HypotheticalCluster, whole: GivenObject): boolean {
  const hashOf = (object: unknown): string => templateHash(part(object, 'spec', 'template'));
  const before = cluster.present(whole.object);
  return before === undefined || hashOf(before) !== hashOf(whole.object);
}

/** Whether a Job that is there has completed or failed. */
function hasEnded(cluster: HypotheticalCluster, { kind, object }: GivenObject): boolean {
  const { conditions } = part(cluster.present(object), 'status');
  if (kind !== 'Job' || !Array.isArray(conditions)) return false;
  return (conditions as readonly Json[]).some(({ type, status }) => status === 'True' && ENDS.includes(String(type)));
}

const ENDS: readonly string[] = ['Complete', 'Failed'];
