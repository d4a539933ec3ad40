import type { ObservedDecision, ObservedEviction } from '#audit';
import { budgetProblem, evictablePod, EvictionBudgets } from '#api-server';
import { ownField } from '#json';
import { evicting, stayOf } from '#living';
import type { Manifest } from '#rows';
import type { PastState } from '#state';

/** An eviction that is judged on a state. */
export interface JudgedEviction {
  /** As it was before. */
  readonly pod: Manifest;
  /** Of its condition DisruptionTarget. */
  readonly reason: string;
  /** When it was evicted, by the clock of its cluster. */
  readonly at: number;
}

export type EvictionVerdict = Pick<ObservedDecision, 'agreement' | 'reason'>;

interface EvictedPod extends Manifest {
  readonly spec?: { readonly nodeName?: string; readonly tolerations?: Parameters<typeof stayOf>[1] };
}

interface TaintedNode extends Manifest {
  readonly spec?: { readonly taints?: Parameters<typeof evicting>[0] };
}

interface Budget extends Manifest {
  readonly status?: { readonly disruptedPods?: Readonly<Record<string, string>> };
}

/** Times in conditions and taints are in whole seconds. */
const SECOND_MS = 1_000;
const SAME: EvictionVerdict = { agreement: 'same', reason: null };

/** Whether what evicted a pod would evict it, on a state, by the rules of kubernetes v1.34. */
export function evictionVerdict(past: PastState, eviction: JudgedEviction): EvictionVerdict {
  switch (eviction.reason) {
    case 'EvictionByEvictionAPI':
      return byEvictionApi(past, eviction);
    case 'DeletionByTaintManager':
      return byTaint(past, eviction);
    case 'DeletionByPodGC': {
      const node = nodeOf(eviction.pod);
      return past.get('Node', '', node) === undefined ? SAME : differs(`its node ${node} is there`);
    }
    case 'TerminationByKubelet':
      return unknown('its kubelet decides by what it measures on the node, which is not modelled');
    default:
      return unknown(`what evicts pods for the reason ${JSON.stringify(eviction.reason)} is not modelled`);
  }
}

/** The budgets that select a pod, and what each allows. */
export function allowancesOf(past: PastState, pod: Manifest): ObservedEviction['budgets'] {
  return new EvictionBudgets(budgetsOf(past))
    .of(evictablePod(pod, true))
    .map(({ name, allowed }) => ({ name, disruptionsAllowed: allowed() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** As API server v1.34 does; that a budget counts the pod as disrupted shows that the budget let it go. */
function byEvictionApi(past: PastState, { pod }: JudgedEviction): EvictionVerdict {
  const budgets = budgetsOf(past);
  const verdict = new EvictionBudgets(budgets).verdict(evictablePod(pod, true));
  if (verdict.allowed && verdict.counts === null) return SAME;
  if (!verdict.allowed && verdict.reason === 'severalBudgets') {
    const names = verdict.budgets.map(({ name }) => name).sort();
    return differs(`more than one budget selects it, which the eviction API refuses: ${names.join(', ')}`);
  }
  const asked = verdict.allowed ? verdict.counts : verdict.budgets[0];
  const budget = budgets.find((one) => one === asked?.object);
  if (budget === undefined) throw new Error('the budget is one of those that were asked');
  if (ownField((budget as Budget).status?.disruptedPods ?? {}, pod.metadata.name) !== undefined) return SAME;
  const problem = budgetProblem(budget);
  return problem === undefined ? SAME : differs(problem.reason);
}

/** As kubernetes v1.34 pkg/controller/tainteviction. */
function byTaint(past: PastState, { pod, at }: JudgedEviction): EvictionVerdict {
  const { nodeName = '', tolerations } = (pod as EvictedPod).spec ?? {};
  const node = past.get('Node', '', nodeName)?.stored().object;
  if (node === undefined) return unknown(`node ${nodeName} is not there`);
  const taints = evicting((node as TaintedNode).spec?.taints);
  const stay = stayOf(taints, tolerations);
  if (taints.length === 0) return differs(`node ${nodeName} has no NoExecute taint`);
  if (stay === Infinity) return differs(`it tolerates the NoExecute taints of node ${nodeName}`);
  if (stay === 0) return SAME;
  // The time runs from when the controller sees the taints: not before the first of them was added.
  const added = taints.flatMap(({ timeAdded }) => (timeAdded ? [Date.parse(timeAdded)] : []));
  if (added.length < taints.length) return unknown(`since when node ${nodeName} has its taints is not known`);
  const due = Math.min(...added) + stay;
  if (at + SECOND_MS >= due) return SAME;
  return differs(`it tolerates the NoExecute taints of node ${nodeName} until ${new Date(due).toISOString()}`);
}

function budgetsOf(past: PastState): readonly Manifest[] {
  return past.ofKind('PodDisruptionBudget').map((one) => one.stored().object);
}

function nodeOf(pod: Manifest): string {
  return (pod as EvictedPod).spec?.nodeName ?? '';
}

function differs(reason: string): EvictionVerdict {
  return { agreement: 'differs', reason };
}

function unknown(reason: string): EvictionVerdict {
  return { agreement: 'unknown', reason };
}
