import { MOST_PODS, type HypotheticalCluster } from '../cluster/index.js';
import { within, type FieldFault } from '../field-fault.js';
import { SCALED_KINDS, type Workload } from '../workloads/index.js';
import type { Refused } from '../findings/index.js';
import { makePods, podsOf, type MadePods } from './controlled-pods.js';
import { found, versionOf } from './known-workloads.js';
import type { Change, StepProblem } from './step.js';
import { subjectOf } from './subject.js';

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
    const finding = { index: 0, apiVersion: versionOf(kind), kind, namespace, name, ...refused };
    cluster.findings.refuse(finding);
    return { counts, problems: [refusedInWords(finding)] };
  }
  return {
    faults: result.faults.map(({ field, message }) => ({ field: '', message: `${kind}: ${field}: ${message}` })),
  };
};

/** What is wrong with a workload of more pods than may be made. */
export const TOO_MANY: FieldFault = {
  field: 'spec',
  message: `asks for more pods than a question has room for, which is ${MOST_PODS} new ones`,
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
  if (!cluster.mayMake(Math.max(0, replicas - present.length))) return { faults: [TOO_MANY] };
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
