import type { Cycle } from '../cycle.js';
import { fitErrorOf } from '../fit-error.js';
import { inByteOrder, keyOf, nameOf, podsOn, priorityOf, type Cluster } from '../model.js';
import type { NodeObject, PodObject } from '../objects.js';
import { failureWithNominated, withoutPod, withPod, type Question } from '../run-filters.js';
import type { PreFiltered } from '../run-pre-filter.js';
import type { Status } from '../status.js';
import { violatingPods } from './pod-disruption-budgets.js';

export interface Candidate {
  readonly node: string;
  /** The most important first. */
  readonly victims: readonly PodObject[];
  readonly numPDBViolations: number;
}

/** What preemption came to. `isNil`: it says nothing about the pod's nomination. */
export interface Preemption {
  readonly code: 'Success' | 'Unschedulable' | 'Error';
  readonly reasons: readonly string[];
  readonly isNil: boolean;
  readonly candidates: readonly Candidate[];
  /** The candidates that nothing tells apart, sorted. The first is taken. */
  readonly best: readonly string[];
  readonly dryRunStatuses: ReadonlyMap<string, Status>;
}

const NOTHING = { candidates: [], best: [], dryRunStatuses: new Map<string, Status>() };

/**
 * Looks for a node that the pod would fit on without some pods of lower priority. `failures`:
 * why it fits on none as it is.
 */
export function preempt(cycle: Cycle, preFiltered: PreFiltered, failures: ReadonlyMap<string, Status>): Preemption {
  const refused = refusal(cycle, failures);
  if (refused !== null) return { ...NOTHING, code: 'Unschedulable', reasons: [`preemption: ${refused}`], isNil: true };
  const candidates: Candidate[] = [];
  const dryRunStatuses = new Map<string, Status>();
  for (const node of cycle.cluster.nodes) {
    if (failures.get(nameOf(node))?.code !== 'Unschedulable') continue;
    const found = dryRun(cycle, preFiltered, node);
    if ('victims' in found) candidates.push(found);
    else dryRunStatuses.set(nameOf(node), found);
  }
  if (candidates.length > 0)
    return { code: 'Success', reasons: [], isNil: false, candidates, best: bestOf(candidates), dryRunStatuses };
  const errors = [...dryRunStatuses.values()].filter(({ code }) => code === 'Error').flatMap(({ reasons }) => reasons);
  if (errors.length > 0)
    return { ...NOTHING, dryRunStatuses, code: 'Error', reasons: [`preemption: ${asOneError(errors)}`], isNil: true };
  const reasons = cycle.cluster.nodes.map(
    (node) => dryRunStatuses.get(nameOf(node))?.reasons ?? ['Preemption is not helpful for scheduling'],
  );
  return {
    ...NOTHING,
    dryRunStatuses,
    code: 'Unschedulable',
    reasons: [`preemption: ${fitErrorOf(cycle.cluster.nodes.length, reasons)}`],
    isNil: false,
  };
}

function asOneError(errors: readonly string[]): string {
  const different = [...new Set(errors)];
  return different.length === 1 ? `${different[0]}` : `[${different.join(', ')}]`;
}

/** Why the pod may not preempt at all. */
function refusal({ pod, cluster }: Cycle, failures: ReadonlyMap<string, Status>): string | null {
  if (pod.spec?.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const nominated = cluster.nodes.find((node) => nameOf(node) === pod.status?.nominatedNodeName);
  if (nominated === undefined || failures.get(nameOf(nominated))?.code === 'UnschedulableAndUnresolvable') return null;
  const leaving = podsOn(cluster, nominated).some(
    (other) => priorityOf(other) < priorityOf(pod) && isBeingPreempted(other),
  );
  return leaving ? 'not eligible due to a terminating pod on the nominated node.' : null;
}

function isBeingPreempted({ metadata, status }: PodObject): boolean {
  const target = (status?.conditions ?? []).find(({ type }) => type === 'DisruptionTarget');
  return (
    metadata?.deletionTimestamp !== undefined && target?.status === 'True' && target.reason === 'PreemptionByScheduler'
  );
}

/**
 * Takes away all pods of lower priority; if the pod fits then, gives them back one after the other while it still
 * fits: first those whose disruption would violate a budget, in each group the most important first. Those that cannot
 * be given back are victims.
 */
function dryRun(cycle: Cycle, preFiltered: PreFiltered, node: NodeObject): Candidate | Status {
  const lower = podsOn(cycle.cluster, node).filter((other) => priorityOf(other) < priorityOf(cycle.pod));
  if (lower.length === 0)
    return { code: 'UnschedulableAndUnresolvable', reasons: ['No preemption victims found for incoming pod'] };
  let question: Question = { cluster: cycle.cluster, changes: [] };
  for (const pod of lower) question = withoutPod(question, pod);
  const failure = failureWithNominated(cycle, preFiltered, { node, question });
  if (failure !== null) return failure;
  const ordered = byImportance(lower);
  const violating = violatingPods(ordered, cycle.cluster.objects.podDisruptionBudgets ?? []);
  const victims: PodObject[] = [];
  for (const pod of [...violating, ...ordered.filter((other) => !violating.includes(other))]) {
    const back = withPod(question, pod, nameOf(node));
    if (failureWithNominated(cycle, preFiltered, { node, question: back }) === null) {
      question = back;
    } else {
      question = withoutPod(back, pod);
      victims.push(pod);
    }
  }
  if (victims.length === 0)
    return { code: 'Error', reasons: [`expected at least one victim pod on node "${nameOf(node)}"`] };
  return {
    node: nameOf(node),
    victims: byImportance(victims),
    numPDBViolations: victims.filter((pod) => violating.includes(pod)).length,
  };
}

/** The higher priority first, then what runs longer. */
function byImportance(pods: readonly PodObject[]): readonly PodObject[] {
  return [...pods].sort((a, b) => priorityOf(b) - priorityOf(a) || startOf(a) - startOf(b));
}

/** In milliseconds. What has no start time starts now, later than everything else. */
function startOf({ status }: PodObject): number {
  return status?.startTime === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(status.startTime);
}

/** Each criterion leaves the candidates that are lowest in it. */
const CRITERIA: readonly ((candidate: Candidate) => bigint)[] = [
  ({ numPDBViolations }) => BigInt(numPDBViolations),
  ({ victims }) => BigInt(highestPriority(victims)),
  ({ victims }) => victims.reduce((sum, pod) => sum + BigInt(priorityOf(pod)) + 2n ** 31n, 0n),
  ({ victims }) => BigInt(victims.length),
  ({ victims }) =>
    -BigInt(Math.min(...victims.filter((pod) => priorityOf(pod) === highestPriority(victims)).map(startOf))),
];

function highestPriority(victims: readonly PodObject[]): number {
  return Math.max(...victims.map(priorityOf));
}

function bestOf(candidates: readonly Candidate[]): readonly string[] {
  let left = candidates;
  for (const criterion of CRITERIA) {
    const lowest = left.map(criterion).reduce((a, b) => (b < a ? b : a));
    left = left.filter((candidate) => criterion(candidate) === lowest);
  }
  return inByteOrder(left.map(({ node }) => node));
}

/** A candidate as it is written down. */
export function candidateWrittenDown({ node, victims, numPDBViolations }: Candidate): object {
  return { node, victims: victims.map(keyOf), numPDBViolations };
}

/** The nominations after the pod preempted on the node: less important pods lose theirs to this node. */
export function nominationsAfter({ nominated }: Cluster, pod: PodObject, node: string): Cluster['nominated'] {
  const kept = nominated.filter((other) => other.node !== node || priorityOf(other.pod) >= priorityOf(pod));
  return [...kept.filter((other) => keyOf(other.pod) !== keyOf(pod)), { pod, node }];
}
