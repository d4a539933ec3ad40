import { readAmounts } from '#kubernetes';
import { formatQuantity, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import type { CapacitySource, Division } from './capacity-source.js';
import { ratioOf } from './cluster-capacity.js';
import { addAmounts, freeAmounts, podSlots, requestsOf, type ResourceAmounts } from './resource-amounts.js';

/** An amount as a number in base units, and exactly as a quantity. */
export interface Amount {
  readonly value: number;
  readonly quantity: string;
}

/**
 * One resource of the nodes or pods that are alike in what they were divided by. What depends on nodes alone is null
 * where pods are divided, as a node has no namespace; pods that are on no node are left out where nodes are.
 */
export interface UtilizationRow {
  /** In the order of the divisions; null where there is no such label. */
  readonly group: readonly (string | null)[];
  readonly nodes: number | null;
  /** On the nodes, and not finished. */
  readonly pods: number;
  /** On no node, and not finished. */
  readonly pendingPods: number | null;
  readonly resource: string;
  readonly allocatable: Amount | null;
  readonly requested: Amount;
  readonly free: Amount | null;
  /** Requested by the pods that are on no node. */
  readonly pending: Amount | null;
  /** Requested by allocatable, to six decimals; null where nothing is allocatable. */
  readonly ratio: number | null;
}

interface Group {
  readonly values: readonly (string | null)[];
  nodes: number;
  pods: number;
  pendingPods: number;
  readonly allocatable: ResourceAmounts;
  readonly requested: ResourceAmounts;
  readonly pending: ResourceAmounts;
}

/** Whether it is something of nodes; everything else is of pods. */
export function isOfNodes({ by }: Division): boolean {
  return by === 'node' || by === 'nodeLabel';
}

/** A row a group and resource, by the values of the groups, those without one last. */
export async function readDividedUtilization(
  source: CapacitySource,
  divisions: readonly Division[],
): Promise<UtilizationRow[]> {
  const groups = new Map<string, Group>();
  const [ofNodes, ofPods] = [divisions.every(isOfNodes), !divisions.some(isOfNodes)];
  if (ofNodes) {
    for await (const batch of source.dividedNodes(divisions)) {
      for (const { values, allocatable, count } of batch) {
        const group = groupAt(groups, values);
        group.nodes += count;
        addAmounts(group.allocatable, readAmounts(allocatable), count);
      }
    }
  }
  for await (const batch of source.dividedPods(divisions)) {
    for (const { values, bound, pod, count } of batch) {
      if (!bound && !ofPods) continue;
      const group = groupAt(groups, values);
      group[bound ? 'pods' : 'pendingPods'] += count;
      addAmounts(bound ? group.requested : group.pending, requestsOf(pod), count);
    }
  }
  const sorted = [...groups.values()].sort((a, b) => compareValues(a.values, b.values));
  return sorted.flatMap((group) => rowsOf(group, { ofNodes, ofPods }));
}

function groupAt(groups: Map<string, Group>, values: readonly (string | null)[]): Group {
  const key = JSON.stringify(values);
  let group = groups.get(key);
  if (group === undefined)
    groups.set(
      key,
      (group = {
        ...{ values, nodes: 0, pods: 0, pendingPods: 0 },
        ...{ allocatable: new Map(), requested: new Map(), pending: new Map() },
      }),
    );
  return group;
}

function rowsOf(
  group: Group,
  { ofNodes, ofPods }: { readonly ofNodes: boolean; readonly ofPods: boolean },
): UtilizationRow[] {
  const { allocatable, requested, pending } = group;
  requested.set('pods', podSlots(group.pods));
  if (ofPods) pending.set('pods', podSlots(group.pendingPods));
  const free = freeAmounts(allocatable, requested);
  const resources = [...new Set([...allocatable.keys(), ...requested.keys(), ...pending.keys()])].sort();
  return resources.map((resource) => {
    const whole = allocatable.get(resource);
    const part = requested.get(resource) ?? { ...ZERO_QUANTITY, format: whole?.format ?? 'DecimalSI' };
    return {
      group: group.values,
      nodes: ofNodes ? group.nodes : null,
      pods: group.pods,
      pendingPods: ofPods ? group.pendingPods : null,
      resource,
      allocatable: ofNodes ? amountOf(whole) : null,
      requested: amountOf(part),
      free: ofNodes ? amountOf(free.get(resource)) : null,
      pending: ofPods ? amountOf(pending.get(resource)) : null,
      ratio: !ofNodes || whole === undefined || whole.unscaled === 0n ? null : ratioOf(part, whole),
    };
  });
}

/** Nothing where it is undefined. */
export function amountOf(quantity: Quantity = ZERO_QUANTITY): Amount {
  return { value: Number(`${quantity.unscaled}e${quantity.exponent}`), quantity: formatQuantity(quantity) };
}

function compareValues(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? null;
    if (one === other) continue;
    if (one === null || other === null) return one === null ? 1 : -1;
    return one < other ? -1 : 1;
  }
  return 0;
}
