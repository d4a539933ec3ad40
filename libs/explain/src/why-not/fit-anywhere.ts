import { DenseExecutor, failuresAt, firstAt, IncomingPod, type Evidence } from '#scheduler';
import { Pair, type ChangeKind } from '../pair/index.js';
import { costOfAll, type Costs } from './costs.js';
import { listed } from './in-words.js';
import { explain, together } from './together.js';
import { whyNot, type WhyNot, type WhyNotInput } from './why-not.js';

/** The nodes that are cheapest to make fit. */
export interface FitAnywhere {
  readonly pod: { readonly namespace: string; readonly name: string };
  /** How many nodes there are, and on how many of them the pod fits as things are. */
  readonly nodes: { readonly total: number; readonly feasible: number };
  /** Of so many nodes the cheapest changes were looked for. */
  readonly lookedAt: number;
  /** Whether no other node can be cheaper, by the least that undoing its failing filters costs. */
  readonly isExhaustive: boolean;
  /** The cheapest first; nodes that nothing makes fit are not among them. */
  readonly items: readonly WhyNot[];
  readonly sentence: string;
}

/** What is asked about a pod and all nodes: so many of the cheapest. */
export type FitAnywhereInput = Omit<WhyNotInput, 'row'> & { readonly limit: number };

/** Nodes that are looked at, at most, when many cost the same by the first estimate. */
const MOST_LOOKED_AT = 32;

/** The kinds that can undo a filter's rejection; of all other filters any kind may. */
const KINDS: Readonly<Record<string, readonly ChangeKind[]>> = {
  TaintToleration: ['addToleration', 'removeTaint'],
  NodeUnschedulable: ['uncordon', 'addToleration'],
  NodeResourcesFit: ['freeResource', 'addResource'],
  NodePorts: ['freePort', 'removePodRequirement'],
  NodeAffinity: ['setNodeLabel', 'removePodRequirement'],
};

interface Estimated {
  readonly row: number;
  /** No more than the changes cost: what the dearest of the failing filters takes alone. */
  readonly least: number;
  /** What all failing filters take, if no change undoes two of them. */
  readonly likely: number;
  /** The share of the pod's requests that is missing, of all resources together. */
  readonly lacking: number;
}

interface Found {
  readonly row: number;
  readonly cost: number;
}

/**
 * The cheapest changes over all nodes, node by node from the likely cheapest on, until no other can be cheaper: stops
 * after each node, for others to have their turn.
 */
export function* fitAnywhere({ limit, ...input }: FitAnywhereInput): Generator<void, FitAnywhere> {
  const { snapshot, profile, pod, costs } = input;
  const incoming = new IncomingPod(pod);
  const { evidence, feasibleCount } = new DenseExecutor().filter({ profile, snapshot, pod: incoming });
  const order = estimates(evidence, { input, incoming });
  const found: Found[] = [];
  let lookedAt = 0;
  const floors = floorsOf(order);
  for (const { row } of order) {
    if (lookedAt === MOST_LOOKED_AT || isOver(found, { least: floors[lookedAt] ?? Infinity, limit })) break;
    lookedAt++;
    const cost = cheapestAt(input, row, costs);
    if (cost !== null) found.push({ row, cost });
    yield;
  }
  found.sort((a, b) => a.cost - b.cost);
  const items: WhyNot[] = [];
  for (const { row } of found.slice(0, limit)) {
    items.push(whyNot({ ...input, row }));
    yield;
  }
  const answer = {
    pod: { namespace: incoming.namespace, name: pod.metadata?.name ?? '' },
    nodes: { total: snapshot.nodeCount, feasible: feasibleCount },
    lookedAt,
    isExhaustive: lookedAt === order.length || isOver(found, { least: floors[lookedAt] ?? Infinity, limit }),
    items,
  };
  return { ...answer, sentence: inWords(answer) };
}

/** What each row and all behind it cost at least. */
function floorsOf(order: readonly Estimated[]): number[] {
  let floor = Infinity;
  return [...order]
    .reverse()
    .map(({ least }) => (floor = Math.min(floor, least)))
    .reverse();
}

/** Whether nobody whose changes cost this at least comes among the cheapest. */
function isOver(
  found: readonly Found[],
  { least, limit }: { readonly least: number; readonly limit: number },
): boolean {
  return found.filter(({ cost }) => cost <= least).length >= limit;
}

function cheapestAt(input: Omit<WhyNotInput, 'row'>, row: number, costs: Costs): number | null {
  const pair = new Pair({ ...input, row });
  if (pair.fits()) return 0;
  const causes = explain(pair).flatMap((one) => one.causes);
  const changes = together(pair, causes, costs);
  return changes === null ? null : costOfAll(changes, costs);
}

/** Rows by what they are likely to cost; of equal ones the one first that lacks the least, then by name. */
function estimates(
  evidence: Evidence,
  {
    input: { snapshot, costs },
    incoming,
  }: { readonly input: Omit<WhyNotInput, 'row'>; readonly incoming: IncomingPod },
): readonly Estimated[] {
  const order = [...snapshot.rowsByName()];
  const missingAt = (row: number): number =>
    incoming.requests.reduce((sum, { name, amount }) => {
      const column = snapshot.resource(name);
      const free = (column?.allocatable.values[row] ?? 0) - (column?.requested.values[row] ?? 0);
      return sum + (amount === 0 ? 0 : Math.max(0, amount - free) / amount);
    }, 0);
  return order
    .map((row) => ({ row, ...costsAt(evidence, row, costs), lacking: missingAt(row) }))
    .sort((a, b) => a.likely - b.likely || a.lacking - b.lacking);
}

/** Of each failing filter the cheapest kind of change that can undo it. */
function costsAt(evidence: Evidence, row: number, costs: Costs): Pick<Estimated, 'least' | 'likely'> {
  const ids = firstAt(evidence, row) === 0 ? [] : [firstAt(evidence, row), ...failuresAt(evidence, row)];
  const plugins = new Set(ids.map((id) => evidence.statuses[id]?.plugin ?? ''));
  const each = [...plugins].map((plugin) => leastFor(plugin, costs));
  return { least: Math.max(0, ...each), likely: each.reduce((sum, cost) => sum + cost, 0) };
}

function leastFor(plugin: string, costs: Costs): number {
  const { breakBudget: _breakBudget, ...kinds } = costs;
  return Math.min(...(KINDS[plugin]?.map((kind) => costs[kind]) ?? Object.values(kinds)));
}

function inWords({ pod, nodes, items }: Omit<FitAnywhere, 'sentence'>): string {
  const name = `${pod.namespace}/${pod.name}`;
  if (nodes.feasible > 0) return `Pod ${name} fits on ${nodes.feasible} of ${nodes.total} nodes as things are.`;
  const [cheapest] = items;
  const nowhere = `Pod ${name} fits on none of ${nodes.total} nodes`;
  if (cheapest === undefined) return `${nowhere}, and no change is known that helps.`;
  const { node, cost, together: changes } = cheapest;
  const needed = listed((changes ?? []).map((one) => one.sentence));
  return `${nowhere}. The cheapest is ${node}, at a cost of ${cost}: ${needed}.`;
}
