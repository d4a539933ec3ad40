import type { ClusterObject } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { part, SCALED_KINDS, type Workload } from '../workloads/index.js';
import { podsOf } from './controlled-pods.js';
import type { ImportReport } from './import-report.js';
import { found, isPaused } from './known-workloads.js';
import { atSize } from './rollout-plan.js';
import { scaleTo } from './scale.js';
import type { ImportedObject } from './step.js';

/**
 * Workloads get as many pods as their autoscalers may give them: these are to fit too, and are to be replaced at that
 * size. Autoscalers of the manifests scale what these or the cluster have, those of the cluster what came in.
 */
export function scaleToMost(cluster: HypotheticalCluster, report: ImportReport): void {
  const given = new Set(report.autoscalers.map(({ object }) => nameOf(object)));
  for (const one of report.autoscalers) {
    const autoscaler = autoscalerOf(one);
    const workload = autoscaler.isKnown ? found(cluster, autoscaler.target) : undefined;
    if (workload === undefined) leaveOut(cluster, autoscaler);
    else scaleBy(cluster, { autoscaler, workload }, report);
  }
  for (const object of cluster.autoscalers.filter((one) => !given.has(nameOf(one)))) {
    const autoscaler = autoscalerOf({ index: 0, object: { ...object } });
    const workload = autoscaler.isKnown ? cluster.workload(autoscaler.target) : undefined;
    if (workload !== undefined) scaleBy(cluster, { autoscaler, workload }, report);
  }
}

function nameOf(object: ImportedObject['object'] | ClusterObject): string {
  const { namespace, name } = part(object, 'metadata');
  return `${String(namespace)}/${String(name)}`;
}

interface Autoscaler {
  readonly given: ImportedObject;
  readonly target: Pick<Workload, 'kind' | 'namespace' | 'name'>;
  /** Whether its target is of a kind whose pods are known. */
  readonly isKnown: boolean;
  readonly maxReplicas: number;
}

/** Of both versions. */
interface AutoscalerSpec {
  readonly scaleTargetRef: { readonly kind: string; readonly name: string };
  readonly maxReplicas: number;
}

function autoscalerOf(given: ImportedObject): Autoscaler {
  const { namespace } = part(given.object, 'metadata');
  const { scaleTargetRef: to, maxReplicas } = part(given.object, 'spec') as unknown as AutoscalerSpec;
  const target = { kind: to.kind, namespace: String(namespace), name: to.name };
  return { given, target, isKnown: SCALED_KINDS.includes(to.kind), maxReplicas };
}

function leaveOut(cluster: HypotheticalCluster, { given, target }: Autoscaler): void {
  const scaled = `${target.kind} ${target.namespace}/${target.name}`;
  const message = `${scaled}, which it scales, is not known here: its pods are judged as they are`;
  const apiVersion = String(given.object['apiVersion']);
  cluster.findings.ignore({ apiVersion, kind: 'HorizontalPodAutoscaler', message, matters: true });
}

function scaleBy(
  cluster: HypotheticalCluster,
  { autoscaler, workload }: { readonly autoscaler: Autoscaler; readonly workload: Workload },
  report: ImportReport,
): void {
  const { given, target, maxReplicas } = autoscaler;
  const subject = `HorizontalPodAutoscaler ${nameOf(given.object)}`;
  const scaled = `${target.kind} ${target.namespace}/${target.name}`;
  const object = cluster.given(target);
  if (object !== undefined && isPaused(object) && workload.replicas === 0) return;
  // As kubernetes v1.34 podautoscaler reconcileAutoscaler: scaling is disabled at 0.
  if (workload.replicas === 0) {
    cluster.findings.assume(`${subject} does not scale ${scaled}, which has 0 replicas`);
    return;
  }
  const most = Math.max(workload.replicas, maxReplicas);
  const isShort = podsOf(cluster, workload).length < workload.replicas;
  cluster.findings.assume(
    `${subject} scales ${scaled} to ${most} ${most === 1 ? 'pod' : 'pods'}, the most it may have`,
  );
  // What keeps its first pods away is said already, and keeps the others away too.
  if (isShort) return;
  const result = scaleTo(cluster, workload, most);
  if ('faults' in result) {
    const message = result.faults.map((fault) => `${scaled}, which it scales, ${fault.message}`).join('; ');
    const apiVersion = String(given.object['apiVersion']);
    cluster.findings.ignore({ apiVersion, kind: 'HorizontalPodAutoscaler', message, matters: true });
    return;
  }
  const plan = report.rollouts.find((one) => one.workload === workload);
  if (plan !== undefined && most > workload.replicas) report.rollouts.push(atSize(cluster, plan, most));
  report.counts.podsAdded += result.counts.podsAdded;
  if (result.refused !== undefined) report.refuse(given, result.refused);
  for (const { pod } of podsOf(cluster, workload)) report.about(pod);
}
