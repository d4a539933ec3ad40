import type { HypotheticalCluster } from '../cluster/index.js';
import { part, SCALED_KINDS } from '../workloads/index.js';
import { podsOf } from './controlled-pods.js';
import type { ImportReport } from './import-report.js';
import { scaleTo } from './scale.js';
import type { ImportedObject } from './step.js';

/** A workload of the manifests gets as many pods as its autoscaler may give it: these are to fit too. */
export function scaleToMost(cluster: HypotheticalCluster, given: ImportedObject, report: ImportReport): void {
  const { namespace, name } = part(given.object, 'metadata') as { readonly namespace: string; readonly name: string };
  const { scaleTargetRef: target, maxReplicas } = part(given.object, 'spec') as unknown as AutoscalerSpec;
  const subject = `HorizontalPodAutoscaler ${namespace}/${name}`;
  const scaled = `${target.kind} ${namespace}/${target.name}`;
  const workload = SCALED_KINDS.includes(target.kind)
    ? cluster.workload({ kind: target.kind, namespace, name: target.name })
    : undefined;
  if (workload === undefined) {
    const message = `${scaled}, which it scales, is not in the manifests: its pods are judged as they are`;
    const apiVersion = String(given.object['apiVersion']);
    cluster.findings.ignore({ apiVersion, kind: 'HorizontalPodAutoscaler', message, matters: true });
    return;
  }
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
  if ('faults' in result) return;
  report.counts.podsAdded += result.counts.podsAdded;
  if (result.refused !== undefined) report.refuse(given, result.refused);
  for (const { pod } of podsOf(cluster, workload)) report.about(pod);
}

/** Of both versions. */
interface AutoscalerSpec {
  readonly scaleTargetRef: { readonly kind: string; readonly name: string };
  readonly maxReplicas: number;
}
