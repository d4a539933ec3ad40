import { attemptOf, pluginsAt, type Cycle } from './cycle.js';
import { nameOf, priorityOf, uidOf, type Cluster, type PodChange } from './model.js';
import type { NodeObject, PodObject } from './objects.js';
import type { PreFiltered } from './run-pre-filter.js';
import { statusOf, type Status } from './status.js';

/** A question about a node: the cluster as it is to be seen, and how it came from the one that PreFilter saw. */
export interface Question {
  readonly cluster: Cluster;
  readonly changes: readonly PodChange[];
}

/** A pod comes to a node. */
export function withPod({ cluster, changes }: Question, pod: PodObject, node: string): Question {
  const placed = { ...pod, spec: { ...pod.spec, nodeName: node } };
  return {
    cluster: { ...cluster, pods: [...cluster.pods, placed] },
    changes: [...changes, { pod: placed, node, added: true }],
  };
}

/** A pod leaves its node. */
export function withoutPod({ cluster, changes }: Question, pod: PodObject): Question {
  const node = pod.spec?.nodeName ?? '';
  return {
    cluster: { ...cluster, pods: cluster.pods.filter((other) => uidOf(other) !== uidOf(pod)) },
    changes: [...changes, { pod, node, added: false }],
  };
}

/** The first filter that has something against the node. An error of a plugin is one too. */
export function firstFailure(
  cycle: Cycle,
  { skipped }: PreFiltered,
  { node, question }: { node: NodeObject; question: Question },
): Status | null {
  for (const plugin of pluginsAt(cycle, 'filter')) {
    if (skipped.includes(plugin.name)) continue;
    const verdict =
      plugin.filter?.({ ...attemptOf(cycle, plugin), ...question, atPreFilter: cycle.cluster }, node) ?? null;
    if (verdict?.code === 'Error')
      return statusOf(plugin.name, {
        ...verdict,
        reasons: [`running "${plugin.name}" filter plugin: ${verdict.reasons.join(', ')}`],
      });
    if (verdict !== null) return statusOf(plugin.name, verdict);
  }
  return null;
}

/**
 * The node must do with the pods that are nominated to it and no less important, and, when there are such pods, without
 * them as well: they may go elsewhere.
 */
export function failureWithNominated(
  cycle: Cycle,
  preFiltered: PreFiltered,
  { node, question }: { node: NodeObject; question: Question },
): Status | null {
  const coming = cycle.cluster.nominated.filter(
    ({ pod, node: name }) =>
      name === nameOf(node) && priorityOf(pod) >= priorityOf(cycle.pod) && uidOf(pod) !== uidOf(cycle.pod),
  );
  let withThem = question;
  for (const { pod } of coming) withThem = withPod(withThem, pod, nameOf(node));
  return (
    firstFailure(cycle, preFiltered, { node, question: withThem }) ??
    (coming.length === 0 ? null : firstFailure(cycle, preFiltered, { node, question }))
  );
}

/** Every filter that has something against the node, each asked alone, nominated pods left aside. */
export function everyFailure(cycle: Cycle, { answers }: PreFiltered, node: NodeObject): readonly Status[] {
  return pluginsAt(cycle, 'filter').flatMap((plugin) => {
    const answer = answers.get(plugin.name) ?? {};
    if ('skip' in answer || 'reject' in answer) return [];
    const verdict =
      plugin.filter?.({ ...attemptOf(cycle, plugin), changes: [], atPreFilter: cycle.cluster }, node) ?? null;
    return verdict === null ? [] : [statusOf(plugin.name, verdict)];
  });
}
