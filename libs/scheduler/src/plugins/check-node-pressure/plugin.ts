/**
 * Keeps pods off nodes that are short of disk or process ids, and pods without requests and limits off nodes that are
 * short of memory. As CheckNodeMemoryPressure, CheckNodeDiskPressure and CheckNodePIDPressure of kube-scheduler before
 * conditions became taints.
 */
import { ownField } from '#json';
import { compareQuantities, requireQuantity, ZERO_QUANTITY } from '#apimachinery';
import type { Pod } from '../../objects/index.js';
import { definePlugin, sameEverywhere, type Plugin } from '../../plugin.js';
import { NODE_CONDITIONS } from './node-conditions.js';

interface Pressure {
  readonly name: string;
  readonly condition: string;
  readonly reason: string;
  /** The pods that it keeps off. */
  readonly concerns: (pod: Pod) => boolean;
}

export const checkNodeMemoryPressure = pressureCheck({
  name: 'CheckNodeMemoryPressure',
  condition: 'MemoryPressure',
  reason: 'node(s) had memory pressure',
  concerns: isBestEffort,
});

export const checkNodeDiskPressure = pressureCheck({
  name: 'CheckNodeDiskPressure',
  condition: 'DiskPressure',
  reason: 'node(s) had disk pressure',
  concerns: () => true,
});

export const checkNodePidPressure = pressureCheck({
  name: 'CheckNodePIDPressure',
  condition: 'PIDPressure',
  reason: 'node(s) had pid pressure',
  concerns: () => true,
});

function pressureCheck({ name, condition, reason, concerns }: Pressure): Plugin {
  return definePlugin({
    name,
    reasons: [{ code: 'UnschedulableAndUnresolvable', text: reason }],
    filterReach: 'static',
    filter({ pod, snapshot, status }) {
      if (!concerns(pod.pod)) return sameEverywhere(snapshot, 0);
      const pressed = status('UnschedulableAndUnresolvable', reason);
      const conditions = snapshot.state(NODE_CONDITIONS);
      return (row) => (conditions.of(row).get(condition) === 'True' ? pressed : 0);
    },
  });
}

/** No container asks for cpu or memory, or limits them; an amount of 0 asks for nothing. As v1qos.GetPodQOS. */
function isBestEffort({ spec }: Pod): boolean {
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])];
  const lists = [...containers.map(({ resources }) => resources), spec?.resources].flatMap((resources) => [
    resources?.requests,
    resources?.limits,
  ]);
  return !lists.some((list) => ['cpu', 'memory'].some((name) => !isNothing(ownField(list, name))));
}

function isNothing(amount: string | number | undefined): boolean {
  return amount === undefined || compareQuantities(requireQuantity(amount), ZERO_QUANTITY) <= 0;
}
