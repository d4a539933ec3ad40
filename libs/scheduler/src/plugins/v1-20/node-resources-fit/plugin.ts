/**
 * A free pod slot and enough of every resource in the pod's requests. As kube-scheduler v1.20 NodeResourcesFit: what is
 * lacking never makes a node unresolvable, and once a pod asks for anything, a node whose cpu, memory or ephemeral
 * storage is over-committed does not fit it, even if the pod asks for none of that.
 */
import { definePlugin, type Cycle, type NodeFilter } from '../../../plugin.js';
import {
  CPU,
  EPHEMERAL_STORAGE,
  isExtendedResource,
  MEMORY,
  requestAmount,
  type Amount,
} from '../../../resources/index.js';
import { readFitArgs, type FitArgs } from './args.js';

const TOO_MANY_PODS = 'Too many pods';
const ALWAYS_ASKED: readonly string[] = [CPU, MEMORY, EPHEMERAL_STORAGE];

export const nodeResourcesFit = definePlugin<FitArgs>({
  name: 'NodeResourcesFit',
  reasons: [
    { code: 'Unschedulable', text: TOO_MANY_PODS },
    { code: 'Unschedulable', text: 'Insufficient {}' },
  ],
  filterReach: 'node',
  readArgs: readFitArgs,
  preFilter: (cycle) => ({ kind: 'filter', filter: fitFilter(cycle) }),
});

function fitFilter({ pod, snapshot, args, status }: Cycle<FitArgs>): NodeFilter {
  const { allowedPods, podCount } = snapshot;
  const demands = demandsOf(pod.requests, args);
  return (row) => {
    const reasons = (podCount[row] ?? 0) + 1 > (allowedPods[row] ?? 0) ? [TOO_MANY_PODS] : [];
    for (const demand of demands) {
      // Asked for anew: what no node has yet may come with a pod, and this answer outlives its attempt.
      const column = snapshot.resource(demand.name);
      const capacity = column?.allocatable.at(row) ?? 0n;
      const requested = column?.requested.at(row) ?? 0n;
      if (capacity < BigInt.asIntN(64, demand.exact + requested)) reasons.push(`Insufficient ${demand.name}`);
    }
    return reasons.length === 0 ? 0 : status('Unschedulable', ...reasons);
  };
}

/** Nothing is asked for a pod that asks for nothing; a scalar resource of which it asks for 0 is something. */
function demandsOf(
  requests: readonly Amount[],
  { ignoredResources, ignoredResourceGroups }: FitArgs,
): readonly Amount[] {
  const scalars = requests.filter(({ name }) => !ALWAYS_ASKED.includes(name));
  const first = ALWAYS_ASKED.map((name) => requests.find((one) => one.name === name) ?? requestAmount(name, undefined));
  if (scalars.length === 0 && first.every(({ amount }) => amount === 0)) return [];
  const isIgnored = ({ name }: Amount): boolean =>
    isExtendedResource(name) &&
    (ignoredResources.includes(name) || ignoredResourceGroups.includes(name.slice(0, name.indexOf('/'))));
  return [...first, ...scalars.filter((one) => !isIgnored(one))];
}
