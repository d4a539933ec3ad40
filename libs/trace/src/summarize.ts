import type { Combination, Evidence, Ranking, Status, StatusCode } from '#scheduler';

/** What queries over decisions filter on, counted once when a decision is made. */
export interface Summary {
  readonly nodes: { readonly evaluated: number; readonly feasible: number };
  /** By number of nodes (any) descending, then by plugin, code and reason. */
  readonly rejections: readonly RejectionCount[];
  /** Null when no node is feasible. */
  readonly best: BestTotal | null;
}

/** Nodes refused by one plugin with one code for one reason. */
export interface RejectionCount {
  readonly plugin: string | null;
  readonly code: StatusCode;
  readonly reason: string;
  readonly nodes: {
    /** Nodes whose own kube-scheduler status says this. */
    readonly first: number;
    /** Nodes where it is said at all, by that status or by any filter run alone. */
    readonly any: number;
    /**
     * Nodes where this plugin is the only one that fails; without a plugin (a PreFilter's node list), where none fails.
     */
    readonly sole: number;
    /** Of these, nodes where the plugin says nothing else either: without this reason, they fit. */
    readonly only: number;
  };
}

/**
 * The best total, how many nodes share it, and the best of the nodes that were not selected (of
 * equals, the first by name).
 */
export interface BestTotal {
  readonly total: number;
  readonly ties: number;
  readonly runnerUp: { readonly row: number; readonly total: number } | null;
}

/** What is counted of an attempt. */
export interface CountedAttempt {
  readonly evidence: Evidence;
  /** Null when no node was feasible. */
  readonly ranking: Ranking | null;
  /** The row the pod went to; -1 when it went nowhere: then the best row is taken for it. */
  readonly row: number;
}

/**
 * An incremental executor hands out the same list of combinations while nothing changes in it,
 * and texts are slow to sort.
 */
const counted = new WeakMap<Evidence['combinations'], Pick<Summary, 'nodes' | 'rejections'>>();

/** Counts an attempt's evidence, without a look at any row. */
export function summarize({ evidence, ranking, row }: CountedAttempt): Summary {
  const known = counted.get(evidence.combinations);
  const { nodes, rejections } = known ?? countCombinations(evidence);
  if (known === undefined) counted.set(evidence.combinations, { nodes, rejections });
  return { nodes, rejections, best: ranking === null ? null : bestTotal(ranking, row) };
}

function countCombinations(evidence: Evidence): Pick<Summary, 'nodes' | 'rejections'> {
  let feasible = 0;
  const rejections = new Map<string, Tally>();
  for (const combination of evidence.combinations) {
    if (combination.first === 0) feasible += combination.rows;
    tally(evidence.statuses, combination, rejections);
  }
  return {
    nodes: { evaluated: evidence.nodeCount, feasible },
    rejections: Array.from(rejections.values(), ({ plugin, code, reason, first, any, sole, only }) => ({
      plugin,
      code,
      reason,
      nodes: { first, any, sole, only },
    })).sort(compareRejections),
  };
}

interface Tally {
  readonly plugin: string | null;
  readonly code: StatusCode;
  readonly reason: string;
  first: number;
  any: number;
  sole: number;
  only: number;
}

function tally(
  statuses: Evidence['statuses'],
  { first: firstId, failures, rows }: Combination,
  into: Map<string, Tally>,
): void {
  const first = statuses[firstId] ?? null;
  const failing = failures.flatMap((id) => statuses[id] ?? []);
  const said = new Map<string, Status>();
  for (const one of first === null ? failing : [first, ...failing])
    for (const reason of one.reasons) said.set(tallyKey(one, reason), one);
  const plugins = failingPlugins(first, failing);
  const isSole = ({ plugin }: Status): boolean => plugins.size === 1 && plugins.has(plugin);
  // A plugin may say the same with another code as kube-scheduler's own answer: that is one reason.
  const reasons = new Set([...said].filter(([, one]) => isSole(one)).map(([key]) => reasonOf(key)));
  for (const [key, one] of said) {
    const entry = into.get(key) ?? newTally(one, reasonOf(key));
    into.set(key, entry);
    entry.any += rows;
    if (!isSole(one)) continue;
    entry.sole += rows;
    if (reasons.size === 1) entry.only += rows;
  }
  for (const reason of new Set(first?.reasons)) {
    const entry = first && into.get(tallyKey(first, reason));
    if (entry) entry.first += rows;
  }
}

/** No plugin stands behind a node list that left a node out, so null counts only where nothing else fails. */
function failingPlugins(first: Status | null, failing: readonly Status[]): Set<string | null> {
  const plugins = new Set<string | null>(failing.map(({ plugin }) => plugin));
  if (first !== null) plugins.add(first.plugin);
  if (plugins.size > 1) plugins.delete(null);
  return plugins;
}

function tallyKey({ plugin, code }: Status, reason: string): string {
  return `${plugin ?? ''}\0${code}\0${reason}`;
}

function reasonOf(key: string): string {
  return key.slice(key.indexOf('\0', key.indexOf('\0') + 1) + 1);
}

function newTally({ plugin, code }: Status, reason: string): Tally {
  return { plugin, code, reason, first: 0, any: 0, sole: 0, only: 0 };
}

function compareRejections(a: RejectionCount, b: RejectionCount): number {
  return (
    b.nodes.any - a.nodes.any ||
    compareText(a.plugin ?? '', b.plugin ?? '') ||
    compareText(a.code, b.code) ||
    compareText(a.reason, b.reason)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function bestTotal(ranking: Ranking, row: number): BestTotal {
  const { total, ties } = ranking;
  return { total, ties, runnerUp: ranking.runnerUp(row < 0 ? ranking.pick(0) : row) };
}
