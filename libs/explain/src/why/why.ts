import { compareBytes, type Status } from '#scheduler';
import { failingSets, traceTotal, type FailingSet, type Trace } from '#trace';
import { counted } from '../near-miss/index.js';
import { nearestInWords, type OtherRequests, type RequestChange, type TieRule } from '../requests/index.js';
import type { PlaceFacts } from './place-facts.js';
import type { ExplainedPreemption } from './preemption.js';
import { contributions, contributionsInWords, type Contribution } from './contributions.js';
import { smallestWeightChange, type ScoredNode, type WeightChange } from './weight-change.js';

/** A decision that can be asked why. */
export interface Explicable {
  readonly pod: { readonly namespace: string; readonly name: string };
  readonly outcome: string;
  readonly node: string | null;
  readonly message: string;
  readonly tieBreak: TieRule;
}

/** How many nodes a plugin turned down: as kube-scheduler's own answer, at all, and alone. */
export interface FailingPlugin {
  readonly plugin: string;
  readonly first: number;
  readonly any: number;
  readonly sole: number;
}

/** Which plugins made a difference. */
export interface Deciding {
  /** Filters that turned a node down, those that did most often first. */
  readonly filters: readonly FailingPlugin[];
  /** Scores that differ among nodes that fit, in the profile's order. */
  readonly scores: readonly string[];
}

/** The node of a decision against another one, and what made the difference. */
export interface Why {
  /** Null where the decision has no node and none was asked for. */
  readonly node: string | null;
  /** The best other node that fits, unless one was asked for; null where there is none. */
  readonly against: string | null;
  readonly plugins: readonly Contribution[];
  /** Of the totals; the sum of the plugins' differences. Null where one of the two does not fit, or is not there. */
  readonly difference: number | null;
  /** Why the other node does not fit; null where it does. */
  readonly againstStatus: Status | null;
  /** Feasible nodes with the node's own total, itself included. */
  readonly ties: number;
  readonly deciding: Deciding;
  /** All nodes that were evaluated by the filters that fail there; null of a trace that was kept in part. */
  readonly combinations: readonly Pick<FailingSet, 'plugins' | 'nodes'>[] | null;
  /** The least change of one weight that makes another node win; null where none does. */
  readonly weightChange: WeightChange | null;
  /** Other requests of the pod by which it would stand elsewhere; absent if not asked for. */
  readonly requestChanges?: readonly RequestChange[] | null;
  /** The candidates of the preemption; null where there was none, or where it cannot be made anew. */
  readonly preemption?: ExplainedPreemption | null;
  /** What scores of the two nodes come from, of the node first; absent if not asked for. */
  readonly facts?: readonly PlaceFacts[];
  readonly sentence: string;
}

/** A trace and the names of its rows. */
export interface NamedTrace {
  readonly trace: Trace;
  readonly nodeNames: readonly string[];
}

/** Which two nodes; the decision's own and the best other unless given. Names that the trace does not have: null. */
export function why(
  { trace, nodeNames }: NamedTrace,
  decision: Explicable,
  asked: { readonly node?: string; readonly against?: string } = {},
): Why {
  const nodes = new Rows(trace, nodeNames);
  const node = asked.node ?? decision.node;
  const row = node === null ? null : nodes.rowOf(node);
  const other = asked.against === undefined ? nodes.bestBut(row) : nodes.rowOf(asked.against);
  const plugins = row === null || other === null ? [] : contributionsOf(trace, row, other);
  const totals = [row, other].map((at) => (at === null ? null : traceTotal(trace, at)));
  const [own = null, others = null] = totals;
  const answer = {
    node,
    against: other === null ? null : nodes.nameOf(other),
    plugins,
    difference: own === null || others === null ? null : own - others,
    againstStatus: other === null ? null : trace.status(other),
    ties: own === null ? 0 : nodes.feasible.filter((at) => traceTotal(trace, at) === own).length,
    deciding: decidingIn(trace, nodes.feasible),
    combinations:
      failingSets(trace, 'plugin')?.map(({ plugins: failing, nodes: count }) => ({ plugins: failing, nodes: count })) ??
      null,
    weightChange: weightChangeOf(nodes, decision),
  };
  return { ...answer, sentence: inWords(decision, { ...answer, status: row === null ? null : trace.status(row) }) };
}

/** The same with the requests by which another node would have won; null where they are not known. */
export function withRequestChanges<Known extends Why>(known: Known, others: OtherRequests | null): Known {
  const { sentence, node } = known;
  const otherwise =
    others === null
      ? 'By which other request it would go elsewhere is not known: extenders had a say.'
      : nearestInWords(others, node === null ? 'a node would fit' : 'it would go elsewhere');
  return { ...known, requestChanges: others?.changes ?? null, sentence: `${sentence} ${otherwise}` };
}

/** The same of a decision that nominated a node. */
export function withPreemption<Known extends Why>(known: Known, preemption: ExplainedPreemption | null): Known {
  return preemption === null
    ? { ...known, preemption }
    : { ...known, preemption, sentence: `${known.sentence} ${preemption.sentence}` };
}

/** The same with what scores of the two nodes come from. */
export function withPlaceFacts<Known extends Why>(known: Known, facts: readonly PlaceFacts[]): Known {
  return { ...known, facts };
}

class Rows {
  readonly feasible: readonly number[];

  constructor(
    readonly trace: Trace,
    private readonly names: readonly string[],
  ) {
    this.feasible = [...trace.rows].filter((row) => trace.feasible(row));
  }

  nameOf(row: number): string {
    return this.names[row] ?? '';
  }

  /** Null where the trace does not have it. */
  rowOf(name: string): number | null {
    const row = this.names.indexOf(name);
    return this.trace.rows.includes(row) ? row : null;
  }

  /** The best of the others; of equal ones the first by name. */
  bestBut(row: number | null): number | null {
    let best: number | null = null;
    for (const other of this.feasible) {
      if (other === row) continue;
      if (best === null || this.#isBefore(other, best)) best = other;
    }
    return best;
  }

  #isBefore(a: number, b: number): boolean {
    const [first, second] = [traceTotal(this.trace, a) ?? 0, traceTotal(this.trace, b) ?? 0];
    return first > second || (first === second && compareBytes(this.nameOf(a), this.nameOf(b)) < 0);
  }

  /** By name. */
  get scored(): ScoredNode[] {
    const scored = this.feasible.map((row) => ({
      node: this.nameOf(row),
      normalized: this.trace.scorePlugins.map((_, score) => this.trace.normalized(score, row)),
    }));
    return scored.sort((a, b) => compareBytes(a.node, b.node));
  }
}

function contributionsOf(trace: Trace, row: number, against: number): readonly Contribution[] {
  if (!trace.feasible(row) || !trace.feasible(against)) return [];
  const pointsAt = (score: number, at: number): { raw: number; normalized: number } => ({
    raw: trace.raw(score, at),
    normalized: trace.normalized(score, at),
  });
  return contributions(
    trace.scorePlugins.map(({ name, weight }, score) => ({
      plugin: name,
      weight,
      node: pointsAt(score, row),
      against: pointsAt(score, against),
    })),
  );
}

function decidingIn(trace: Trace, feasible: readonly number[]): Deciding {
  const counts = new Map<string, { first: number; any: number; sole: number }>();
  const countOf = (plugin: string): { first: number; any: number; sole: number } => {
    const count = counts.get(plugin) ?? { first: 0, any: 0, sole: 0 };
    counts.set(plugin, count);
    return count;
  };
  for (const row of trace.rows) {
    const own = trace.status(row);
    if (own === null) continue;
    const failing = new Set([own, ...trace.failures(row)].flatMap(({ plugin }) => plugin ?? []));
    if (own.plugin !== null) countOf(own.plugin).first++;
    for (const plugin of failing) countOf(plugin).any++;
    const [sole] = failing;
    if (failing.size === 1 && sole !== undefined) countOf(sole).sole++;
  }
  const scores = trace.scorePlugins.flatMap(({ name }, score) =>
    new Set(feasible.map((row) => trace.normalized(score, row))).size > 1 ? [name] : [],
  );
  const filters = [...counts]
    .map(([plugin, count]) => ({ plugin, ...count }))
    .sort((a, b) => b.any - a.any || compareBytes(a.plugin, b.plugin));
  return { filters, scores };
}

/** Where a tie is drawn, no node is preferred: only more points are sure to win. */
function weightChangeOf(nodes: Rows, { node, tieBreak }: Explicable): WeightChange | null {
  if (node === null || nodes.trace.partial) return null;
  const prefers = (other: string): boolean => tieBreak === 'first' && compareBytes(other, node) < 0;
  return smallestWeightChange(nodes.trace.scorePlugins, nodes.scored, { winner: node, prefers });
}

/** `status`: why the node does not fit, where another scheduler took it nevertheless. */
function inWords(decision: Explicable, answer: Omit<Why, 'sentence'> & { readonly status: Status | null }): string {
  const { pod, outcome, message, tieBreak } = decision;
  const { node, against, difference, status, againstStatus, ties } = answer;
  const name = `${pod.namespace}/${pod.name}`;
  if (node === null) return `Pod ${name} has no node (${outcome}): ${message}`;
  const placed = node === decision.node ? `Pod ${name} is on ${node}` : `Pod ${name} could have gone to ${node}`;
  if (status !== null) {
    const other = against === null || againstStatus !== null ? 'no other node fitted' : `${against} did`;
    return `${placed}, where it did not fit: ${status.reasons.join(', ')}; ${other}.`;
  }
  if (againstStatus !== null) return `${placed}; ${against} did not fit: ${againstStatus.reasons.join(', ')}.`;
  if (against === null || difference === null) return `${placed}: no other node fitted.`;
  const shares = contributionsInWords(answer.plugins);
  const made = shares === '' ? '' : ` (${shares})`;
  if (difference === 0) return `${placed}; ${against} has as many points${made}. ${tieInWords(tieBreak, ties)}`;
  const relation = `${counted(Math.abs(difference), 'point')} ${difference > 0 ? 'before' : 'behind'}`;
  return `${placed}, ${relation} ${against}${made}.${weightInWords(answer)}`;
}

function tieInWords(rule: TieRule, ties: number): string {
  const taken = rule === 'first' ? 'the first by name is taken' : 'one is drawn by the seed';
  return `Of the ${ties} nodes that tie, ${taken}.`;
}

function weightInWords({ weightChange }: Pick<Why, 'weightChange'>): string {
  if (weightChange === null) return ' No change of a single weight makes another node win.';
  const { plugin, from, to, winner } = weightChange;
  return ` With weight ${to} instead of ${from} for ${plugin}, ${winner} would win.`;
}
