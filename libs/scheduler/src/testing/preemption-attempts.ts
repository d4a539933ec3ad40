import type { Attempt } from '../attempt/index.js';
import { DenseExecutor } from '../executor/index.js';
import type { ClusterObject, Pod } from '../objects/index.js';
import type { Plugin } from '../plugin.js';
import { defaultPreemption } from '../plugins/default-preemption/plugin.js';
import { nodeName } from '../plugins/node-name/plugin.js';
import { nodePorts } from '../plugins/node-ports/plugin.js';
import { nodeResourcesFit } from '../plugins/node-resources-fit/plugin.js';
import { schedulePod } from '../schedule-pod.js';
import type { Snapshot } from '../snapshot/index.js';
import { makeNode } from './make-node.js';
import { makePod, type PodBuilder } from './make-pod.js';
import { makeSnapshot } from './make-snapshot.js';
import { profileWith } from './run-plugin.js';

/** The filters that pods are preempted for, and the plugin that does it. */
export const PREEMPTION_PLUGINS: readonly Plugin[] = [nodeName, nodePorts, nodeResourcesFit, defaultPreemption];
/** A request for CPU. */
export const cpu = (milli: number): { cpu: string } => ({ cpu: `${milli}m` });
/** The status of a pod that started at this time of one day. */
export const started = (time: string): { startTime: string } => ({ startTime: `2026-01-01T${time}Z` });

/** A pod on a node, with a priority and a share of its 1000m. */
export const on = (node: string, name: string, priority: number, milli: number): PodBuilder =>
  makePod(name).onNode(node).priority(priority).requests(cpu(milli));
/** The pod that makes room for itself: more important than most. */
export const needy = (milli = 1000): PodBuilder => makePod('p').priority(10).requests(cpu(milli));

/** A PodDisruptionBudget `b` that still allows so many disruptions of what it selects. */
export function budget(
  allowed: number,
  selector: unknown,
  more: { namespace?: string; disruptedPods?: object } = {},
): ClusterObject {
  const { namespace = 'default', disruptedPods = {} } = more;
  const object = {
    metadata: { name: 'b', namespace },
    spec: { selector },
    status: { disruptionsAllowed: allowed, disruptedPods },
  };
  return object;
}

/** Nodes of 1000m each, `a` and `b` unless said otherwise. */
export function cluster(
  pods: readonly PodBuilder[],
  { nodes = ['a', 'b'], budgets = [] }: { nodes?: readonly string[]; budgets?: readonly ClusterObject[] } = {},
): Snapshot {
  return makeSnapshot(
    nodes.map((name) => makeNode(name).onlyAllocatable({ cpu: '1', pods: '10' })),
    pods,
    { podDisruptionBudgets: budgets },
  );
}

/** One attempt at the pod, which needs no answer from outside. */
export function attempt(
  snapshot: Snapshot,
  pod: Pod = needy(),
  plugins: readonly Plugin[] = PREEMPTION_PLUGINS,
): Attempt {
  const cycle = schedulePod({
    profile: profileWith(plugins),
    snapshot,
    executor: new DenseExecutor(),
    pod,
    tieBreak: { rule: 'first' },
    ordinal: 0,
  });
  const step = cycle.next();
  if (step.done !== true) throw new Error('nothing is asked here');
  return step.value;
}

/** `node: victims`, and the candidates with their budget violations. */
export function room({ postFilter }: Attempt): { taken: string; candidates: Record<string, string> } {
  const names = (victims: readonly { name: string }[]): string => victims.map(({ name }) => name).join(' ');
  const candidates = (postFilter?.search.candidates ?? []).map(({ row, victims, budgetViolations }) => [
    row,
    `${names(victims)} ${budgetViolations}`,
  ]);
  return {
    taken: `${postFilter?.nominatedNode}: ${names(postFilter?.victims ?? [])}`,
    candidates: Object.fromEntries(candidates),
  };
}
