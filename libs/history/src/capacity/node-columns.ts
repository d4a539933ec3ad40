import { readAmounts, type ResourceList } from '#kubernetes';
import { compareQuantities, inBaseUnits, ZERO_QUANTITY } from '#apimachinery';
import type { CapacitySource, NodeFacts } from './capacity-source.js';
import { addAmounts, podSlots, requestsOnce, type ResourceAmounts } from './resource-amounts.js';

/** Which columns beside those that are always there. */
export interface NodeColumnsRequest {
  readonly labels: readonly string[];
  readonly resources: readonly string[];
}

/** The values of one label over all nodes. */
export interface NodeLabelColumn {
  readonly key: string;
  /** Its distinct values, in byte order. */
  readonly values: readonly string[];
  /** For each node the place of its value in `values`; -1 where it has no such label. */
  readonly indexes: readonly number[];
}

/** One resource over all nodes, in whole units: cores, bytes, pods. */
export interface NodeResourceColumn {
  readonly resource: string;
  /** How many nodes have any of it. */
  readonly nodes: number;
  readonly allocatable: readonly number[];
  readonly requested: readonly number[];
}

/** Every node of a cluster by column: row i of each list is the i-th name. Nodes that something is true of by row. */
export interface NodeColumns {
  /** In byte order. */
  readonly names: readonly string[];
  /** Pods on each that take room: neither succeeded nor failed. */
  readonly pods: readonly number[];
  /** Rows of nodes with a Ready condition that is not True. */
  readonly unready: readonly number[];
  readonly cordoned: readonly number[];
  /** Rows of nodes with any taint. */
  readonly tainted: readonly number[];
  /** Rows of nodes of which more is requested than allocatable, of any resource. */
  readonly overCommitted: readonly number[];
  readonly labels: readonly NodeLabelColumn[];
  readonly resources: readonly NodeResourceColumn[];
}

interface Tally {
  readonly requested: ResourceAmounts;
  pods: number;
}

const NOTHING: Tally = { requested: new Map(), pods: 0 };

/** All nodes and all pods on them, read at once. */
export async function readNodeColumns(source: CapacitySource, request: NodeColumnsRequest): Promise<NodeColumns> {
  const nodes: NodeFacts[] = [];
  for await (const batch of source.nodeFacts(request.labels)) nodes.push(...batch);
  const tallies = await talliesOf(source);
  const amounts = amountsOfLists();
  const rows = nodes.map((facts) => ({
    facts,
    allocatable: amounts(facts.allocatable),
    tally: tallies.get(facts.name) ?? NOTHING,
  }));
  const where = (isSo: (row: (typeof rows)[number]) => boolean): number[] =>
    rows.flatMap((row, index) => (isSo(row) ? [index] : []));
  return {
    names: rows.map(({ facts }) => facts.name),
    pods: rows.map(({ tally }) => tally.pods),
    unready: where(({ facts }) => facts.unready),
    cordoned: where(({ facts }) => facts.cordoned),
    tainted: where(({ facts }) => facts.tainted),
    overCommitted: where(({ allocatable, tally }) => asksForMore(allocatable, tally.requested)),
    labels: request.labels.map((key, place) =>
      labelColumn(
        key,
        nodes.map(({ labels }) => labels[place] ?? null),
      ),
    ),
    resources: request.resources.map((resource) => ({
      resource,
      nodes: rows.filter(({ allocatable }) => unitsOf(allocatable, resource) > 0).length,
      allocatable: rows.map(({ allocatable }) => unitsOf(allocatable, resource)),
      requested: rows.map(({ tally }) => unitsOf(tally.requested, resource)),
    })),
  };
}

/** What the pods on each node ask for, `pods` being their number. */
async function talliesOf(source: CapacitySource): Promise<ReadonlyMap<string, Tally>> {
  const tallies = new Map<string, Tally>();
  const requestsOf = requestsOnce();
  for await (const groups of source.podsByEveryNode()) {
    for (const { node, pod, count } of groups) {
      let tally = tallies.get(node);
      if (tally === undefined) tallies.set(node, (tally = { requested: new Map(), pods: 0 }));
      addAmounts(tally.requested, requestsOf(pod), count);
      tally.pods += count;
    }
  }
  for (const { requested, pods } of tallies.values()) requested.set('pods', podSlots(pods));
  return tallies;
}

/** Reads each list once: nodes of one make share it. */
function amountsOfLists(): (list: ResourceList | null) => ResourceAmounts {
  const known = new Map<ResourceList | null, ResourceAmounts>();
  return (list) => {
    let amounts = known.get(list);
    if (amounts === undefined) known.set(list, (amounts = readAmounts(list)));
    return amounts;
  };
}

function asksForMore(allocatable: ResourceAmounts, requested: ResourceAmounts): boolean {
  for (const [resource, amount] of requested)
    if (compareQuantities(amount, allocatable.get(resource) ?? ZERO_QUANTITY) > 0) return true;
  return false;
}

function unitsOf(amounts: ResourceAmounts, resource: string): number {
  return inBaseUnits(amounts.get(resource) ?? ZERO_QUANTITY);
}

function labelColumn(key: string, column: readonly (string | null)[]): NodeLabelColumn {
  const values = [...new Set(column.filter((value) => value !== null))].sort();
  const places = new Map(values.map((value, place) => [value, place]));
  return { key, values, indexes: column.map((value) => (value === null ? -1 : (places.get(value) ?? -1))) };
}
