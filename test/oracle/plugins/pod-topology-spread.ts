import { selects } from '../label-selector.js';
import {
  nameOf,
  namespaceOf,
  type Attempt,
  type FilterAttempt,
  type OraclePlugin,
  type PluginError,
  type PreFilterAnswer,
  type ScoreAttempt,
  type Verdict,
} from '../model.js';
import type { NodeObject } from '../objects.js';
import {
  constraintsOf,
  countSelected,
  domainOf,
  hasAllKeys,
  hasOwnConstraints,
  HOSTNAME,
  isIncluded,
  isSystemDefaulted,
  type Constraint,
} from '../spread-constraint.js';

const SKEW = "node(s) didn't match pod topology spread constraints";
const MISSING_LABEL = `${SKEW} (missing required label)`;
const NO_DOMAIN = 2 ** 31 - 1;

function kindOf({ pod }: Attempt, action: string): string {
  return hasOwnConstraints(pod)
    ? `obtaining pod's ${action} topology spread constraints`
    : `setting default ${action} topology spread constraints`;
}

function hardConstraints(attempt: Attempt): readonly Constraint[] {
  const constraints = constraintsOf(attempt, 'DoNotSchedule');
  return 'error' in constraints ? [] : constraints;
}

function softConstraints(attempt: Attempt): readonly Constraint[] {
  const constraints = constraintsOf(attempt, 'ScheduleAnyway');
  return 'error' in constraints ? [] : constraints;
}

function preFilter(attempt: Attempt): PreFilterAnswer {
  const constraints = constraintsOf(attempt, 'DoNotSchedule');
  if ('error' in constraints) {
    return {
      reject: {
        code: 'Error',
        reasons: [`get constraints from pod: ${kindOf(attempt, 'hard')}: ${constraints.error}`],
      },
    };
  }
  return constraints.length === 0 ? { skip: true } : {};
}

/**
 * Matching pods by domain: over the nodes that have every key of the hard constraints and that
 * this one's policies include.
 */
function matchesByDomain(
  { pod, atPreFilter, changes }: FilterAttempt,
  constraint: Constraint,
  all: readonly Constraint[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const counted = (node: NodeObject): boolean => hasAllKeys(node, all) && isIncluded(pod, node, constraint);
  const add = (node: NodeObject, amount: number): void => {
    const domain = domainOf(node, constraint) ?? '';
    counts.set(domain, (counts.get(domain) ?? 0) + amount);
  };
  for (const node of atPreFilter.nodes) {
    if (counted(node))
      add(node, countSelected(atPreFilter, node, { selector: constraint.selector, namespace: namespaceOf(pod) }));
  }
  // AddPod and RemovePod match plainly: terminating pods count here, and an empty selector selects every pod.
  for (const change of changes) {
    const node = atPreFilter.nodes.find((other) => nameOf(other) === change.node);
    if (node === undefined || namespaceOf(change.pod) !== namespaceOf(pod) || !counted(node)) continue;
    if (selects(constraint.selector, change.pod.metadata?.labels)) add(node, change.added ? 1 : -1);
  }
  return counts;
}

/** A domain may have at most maxSkew more matching pods, this one included, than the emptiest domain. */
function filter(attempt: FilterAttempt, node: NodeObject): Verdict {
  const constraints = hardConstraints(attempt);
  for (const constraint of constraints) {
    const domain = domainOf(node, constraint);
    if (domain === undefined) return { code: 'UnschedulableAndUnresolvable', reasons: [MISSING_LABEL] };
    const counts = matchesByDomain(attempt, constraint, constraints);
    const fewest = counts.size < constraint.minDomains ? 0 : Math.min(NO_DOMAIN, ...counts.values());
    const self = selects(constraint.selector, attempt.pod.metadata?.labels) ? 1 : 0;
    const skew = (counts.get(domain) ?? 0) + self - fewest;
    if (skew > constraint.maxSkew) return { code: 'Unschedulable', reasons: [SKEW] };
  }
  return null;
}

/** Only the system's defaults may be scored on a node that lacks a key. */
function needsAllKeys(attempt: ScoreAttempt): boolean {
  return hasOwnConstraints(attempt.pod) || !isSystemDefaulted(attempt);
}

function isIgnored(attempt: ScoreAttempt, node: NodeObject): boolean {
  return needsAllKeys(attempt) && !hasAllKeys(node, softConstraints(attempt));
}

function preScoreSkip(attempt: ScoreAttempt): boolean | PluginError {
  const constraints = constraintsOf(attempt, 'ScheduleAnyway');
  if ('error' in constraints)
    return { error: `calculating preScoreState: ${kindOf(attempt, 'soft')}: ${constraints.error}` };
  return constraints.length === 0;
}

/** The more domains, the more each matching pod weighs. A node without the label is in the domain "". */
function weightOf(attempt: ScoreAttempt, constraint: Constraint): number {
  const scored = attempt.feasible.filter((node) => !isIgnored(attempt, node));
  const domains = new Set(scored.map((node) => domainOf(node, constraint) ?? ''));
  const size = constraint.topologyKey === HOSTNAME ? scored.length : domains.size;
  return Math.log(size + 2);
}

/** Matching pods in a domain, on all nodes that may be counted, feasible or not. */
function countInDomain(attempt: ScoreAttempt, constraint: Constraint, domain: string): number {
  const { pod, cluster } = attempt;
  let count = 0;
  for (const node of cluster.nodes) {
    if (isIgnored(attempt, node) || !isIncluded(pod, node, constraint)) continue;
    if ((domainOf(node, constraint) ?? '') === domain)
      count += countSelected(cluster, node, { selector: constraint.selector, namespace: namespaceOf(pod) });
  }
  return count;
}

function score(attempt: ScoreAttempt, node: NodeObject): number {
  if (isIgnored(attempt, node)) return 0;
  let sum = 0;
  for (const constraint of softConstraints(attempt)) {
    const domain = domainOf(node, constraint);
    if (domain === undefined) continue;
    const count =
      constraint.topologyKey === HOSTNAME
        ? countSelected(attempt.cluster, node, { selector: constraint.selector, namespace: namespaceOf(attempt.pod) })
        : countInDomain(attempt, constraint, domain);
    sum += count * weightOf(attempt, constraint) + (constraint.maxSkew - 1);
  }
  return Math.round(sum);
}

/** Fewer is better: turned around between the lowest and the highest; ignored nodes get 0, all zero: 100. */
function normalize(attempt: ScoreAttempt, raw: readonly number[]): readonly number[] {
  const ignored = attempt.feasible.map((node) => isIgnored(attempt, node));
  const scored = raw.filter((_value, index) => ignored[index] === false);
  const lowest = Math.min(...scored);
  const highest = Math.max(0, ...scored);
  return raw.map((value, index) => {
    if (ignored[index] === true) return 0;
    return highest === 0 ? 100 : Math.trunc((100 * (highest + lowest - value)) / highest);
  });
}

/** How evenly the pods of a group are spread over topology domains: hard constraints filter, soft ones score. */
export const podTopologySpread: OraclePlugin = {
  name: 'PodTopologySpread',
  preFilter,
  filter,
  preScoreSkip,
  score,
  normalize,
};
