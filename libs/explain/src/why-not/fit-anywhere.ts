import { evidenceAt, DenseExecutor, IncomingPod, KeptPreFilters, type Evidence } from '#scheduler';
import { lackingResources } from '../explainers/index.js';
import { claimFactsAnywhere } from '../facts/index.js';
import { counted, NOTHING_UNMET, unmetBy, unmetInWords, type Unmet } from '../near-miss/index.js';
import { settableLabelsFor, type SettableLabels } from '../labels/index.js';
import { Pair } from '../pair/index.js';
import { listed } from './in-words.js';
import { leastCost, type BoundScope, type Rejected } from './least-cost.js';
import { butForThat, standingInWords, type PodStanding } from './standing.js';
import { explain } from './explained.js';
import { StuckNodes, stuckOf } from './stuck-nodes.js';
import { together } from './together.js';
import { whyNot, type WhyNot, type WhyNotInput } from './why-not.js';

/** The nodes that are cheapest to make fit. */
export interface FitAnywhere extends Unmet {
  readonly pod: { readonly namespace: string; readonly name: string };
  /** How many nodes there are, and on how many of them the pod fits as things are. */
  readonly nodes: { readonly total: number; readonly feasible: number };
  /** Of so many nodes the cheapest changes were looked for; no other can be cheaper. */
  readonly lookedAt: number;
  /** Whether no node has cheaper changes than those reported; false where a search ended before it was sure. */
  readonly isLeast: boolean;
  /** The cheapest first; nodes that nothing makes fit are not among them. */
  readonly items: readonly WhyNot[];
  /** Why no scheduler tries the pod, whichever nodes there are. */
  readonly notTried: readonly string[];
  /**
   * Claims of the pod that are in the way on every node; where there are none and no node can be made to fit, what is
   * in the way that nothing undoes. A sentence each without its full stop.
   */
  readonly facts: readonly string[];
  readonly sentence: string;
}

/** What is asked about a pod and all nodes: so many of the cheapest. */
export type FitAnywhereInput = Omit<WhyNotInput, 'row'> & { readonly limit: number };

/** A row, and what making it fit costs at least. */
interface Estimated {
  readonly row: number;
  readonly least: number;
  /** How many labels that the pod probably means the node does not have. */
  readonly unlike: number;
  /** How many filters fail. */
  readonly failing: number;
  /** The share of the pod's requests that is missing, of all resources together. */
  readonly lacking: number;
}

interface Found {
  readonly row: number;
  readonly cost: number;
}

/**
 * The cheapest changes over all nodes: node by node, those first that may be cheapest, until no other can be cheaper.
 * Stops after each node, for others to have their turn.
 */
export function* fitAnywhere({ limit, ...asked }: FitAnywhereInput): Generator<void, FitAnywhere, undefined> {
  const { snapshot, profile, pod } = asked;
  const incoming = new IncomingPod(pod);
  const settable = settableLabelsFor(incoming, asked);
  const input = { ...asked, kept: new KeptPreFilters(snapshot), settable };
  const { evidence, feasibleCount } = new DenseExecutor().filter({ profile, snapshot, pod: incoming });
  const order = estimates(evidence, { snapshot, incoming, costs: input.costs, settable });
  const found: Found[] = [];
  const stuck = new StuckNodes();
  let lookedAt = 0;
  let isLeast = true;
  for (const { row, least } of order) {
    if (isOver(found, { least, limit })) break;
    lookedAt++;
    const at = cheapestAt(input, { row, most: nth(found, limit) });
    isLeast &&= at.isLeast;
    if (at.cost !== null) found.push({ row, cost: at.cost });
    else stuck.add(snapshot.nodes[row]?.name ?? '', at.stuck);
    yield;
  }
  found.sort((a, b) => a.cost - b.cost);
  const items: WhyNot[] = [];
  for (const { row } of found.slice(0, limit)) {
    items.push(whyNot({ ...input, row }));
    yield;
  }
  const claims = claimFactsAnywhere({ pod, incoming, snapshot }).map(({ text }) => text);
  const facts = claims.length > 0 || found.length > 0 ? claims : stuck.inWords();
  const answer = {
    pod: { namespace: incoming.namespace, name: pod.metadata?.name ?? '' },
    nodes: { total: snapshot.nodeCount, feasible: feasibleCount },
    lookedAt,
    items,
    notTried: standingInWords(pod, asked.standing),
    facts: feasibleCount > 0 ? [] : facts,
    isLeast,
    ...(feasibleCount > 0 ? NOTHING_UNMET : unmetBy(incoming, input)),
  };
  return { ...answer, sentence: inWords(answer, asked.standing) };
}

/** Whether no node whose changes cost at least this comes among the cheapest. */
function isOver(
  found: readonly Found[],
  { least, limit }: { readonly least: number; readonly limit: number },
): boolean {
  return found.filter(({ cost }) => cost <= least).length >= limit;
}

/** The cost of the last of so many of the cheapest; no node is ruled out before there are as many. */
function nth(found: readonly Found[], limit: number): number {
  return found.map(({ cost }) => cost).sort((a, b) => a - b)[limit - 1] ?? Infinity;
}

/** What making the pod fit on the node costs; null where nothing is known that does, or that costs at most so much. */
function cheapestAt(
  input: Omit<WhyNotInput, 'row'>,
  { row, most }: { readonly row: number; readonly most: number },
): { readonly cost: number | null; readonly isLeast: boolean; readonly stuck: readonly string[] } {
  const pair = new Pair({ ...input, row });
  if (pair.fits()) return { cost: 0, isLeast: true, stuck: [] };
  const explained = explain(pair);
  const { found, isLeast } = together({ pair, explained, costs: input.costs, most });
  return { cost: found?.cost ?? null, isLeast, stuck: found === null ? stuckOf(pair, explained, input.mayName) : [] };
}

/** Rows by what they cost at least; of equal ones those first where less is wrong, then by name. */
function estimates(
  evidence: Evidence,
  { settable, ...scope }: BoundScope & { readonly settable: SettableLabels },
): readonly Estimated[] {
  const { snapshot, incoming } = scope;
  const missingAt = (row: number): number =>
    incoming.requests.reduce((sum, { name, amount }) => {
      const column = snapshot.resource(name);
      const free = (column?.allocatable.values[row] ?? 0) - (column?.requested.values[row] ?? 0);
      return sum + (amount === 0 ? 0 : Math.max(0, amount - free) / amount);
    }, 0);
  return [...snapshot.rowsByName()]
    .map((row) => {
      const rejected = rejectedAt(evidence, row);
      const least = rejected === null ? 0 : leastCost(scope, rejected);
      const unlike = settable.lackedBy(snapshot.nodes[row]?.labels);
      return { row, least, unlike, failing: rejected?.plugins.size ?? 0, lacking: missingAt(row) };
    })
    .sort((a, b) => a.least - b.least || a.unlike - b.unlike || a.failing - b.failing || a.lacking - b.lacking);
}

/** Null where the pod fits. */
function rejectedAt(evidence: Evidence, row: number): Rejected | null {
  const first = evidenceAt.first(evidence, row);
  if (first === 0) return null;
  const statuses = [first, ...evidenceAt.failures(evidence, row)].flatMap((id) => evidence.statuses[id] ?? []);
  return { row, plugins: new Set(statuses.map(({ plugin }) => plugin ?? '')), resources: lackingResources(statuses) };
}

function inWords(
  { pod, nodes, items, notTried, facts, isLeast, ...unmet }: Omit<FitAnywhere, 'sentence'>,
  standing: PodStanding | undefined,
): string {
  const name = `Pod ${pod.namespace}/${pod.name}`;
  const subject = notTried.length === 0 ? name : `${name} ${listed(notTried)}; ${butForThat(standing)}`;
  if (nodes.feasible > 0)
    return `${subject} fits on ${nodes.feasible} of ${counted(nodes.total, 'node')} as things are.`;
  const [cheapest] = items;
  const nowhere = `${subject} ${nowhereInWords(nodes.total)}`;
  const known = facts.map((text) => ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`).join('');
  const lacks = unmetInWords(unmet);
  if (cheapest === undefined) return `${nowhere}, and no change is known that helps. ${lacks}`.trimEnd() + known;
  const { node, cost, together: changes } = cheapest;
  const needed = listed((changes ?? []).map((one) => one.sentence));
  const found = isLeast ? 'The cheapest' : 'The cheapest that was found';
  return `${nowhere}. ${lacks}${found} is ${node}, at a cost of ${cost}: ${needed}.${known}`;
}

function nowhereInWords(nodes: number): string {
  if (nodes === 0) return 'fits nowhere: the cluster has no nodes';
  return nodes === 1 ? 'does not fit on the only node' : `fits on none of ${nodes} nodes`;
}
