import type { Evidence, Status, StatusCode } from '#scheduler';

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
    /** Nodes where this plugin is the only one that fails. */
    readonly sole: number;
  };
}

/** The best total, how many nodes share it, and the best of the nodes that were not selected (of equals, the lowest row). */
export interface BestTotal {
  readonly total: number;
  readonly ties: number;
  readonly runnerUp: { readonly row: number; readonly total: number } | null;
}

/** Counts an attempt's evidence. `selectedRow` is the row the pod went to; null when it went nowhere: then the best row is taken for it. */
export function summarize(evidence: Evidence, { selectedRow }: { readonly selectedRow: number | null }): Summary {
  const combinations = countCombinations(evidence);
  let feasible = 0;
  const rejections = new Map<string, Tally>();
  for (const { status, failures, rows } of combinations) {
    if (status === 0) feasible += rows;
    tally(evidence, { status, failures, rows }, rejections);
  }
  return {
    nodes: { evaluated: evidence.nodeCount, feasible },
    rejections: Array.from(rejections.values(), ({ plugin, code, reason, first, any, sole }) => ({ plugin, code, reason, nodes: { first, any, sole } })).sort(compareRejections),
    best: feasible === 0 ? null : bestTotal(evidence, selectedRow),
  };
}

/** How many rows have this status id and this failure list id. */
interface Combination {
  readonly status: number;
  readonly failures: number;
  rows: number;
}

interface Tally {
  readonly plugin: string | null;
  readonly code: StatusCode;
  readonly reason: string;
  first: number;
  any: number;
  sole: number;
}

/** Verdicts repeat over rows, so the texts are looked at once per combination and not once per node. */
function countCombinations({ nodeCount, failureLists, first, failures }: Evidence): Iterable<Combination> {
  const combinations = new Map<number, Combination>();
  let last: Combination = { status: -1, failures: -1, rows: 0 };
  for (let row = 0; row < nodeCount; row++) {
    const status = first[row] ?? 0;
    const list = failures[row] ?? 0;
    if (status !== last.status || list !== last.failures) {
      const key = status * failureLists.length + list;
      last = combinations.get(key) ?? { status, failures: list, rows: 0 };
      combinations.set(key, last);
    }
    last.rows++;
  }
  return combinations.values();
}

function tally(evidence: Evidence, { status, failures, rows }: Combination, into: Map<string, Tally>): void {
  const first = evidence.statuses[status] ?? null;
  const failing = (evidence.failureLists[failures] ?? []).flatMap((id) => evidence.statuses[id] ?? []);
  const said = new Map<string, Status>();
  for (const one of first === null ? failing : [first, ...failing]) for (const reason of one.reasons) said.set(tallyKey(one, reason), one);
  const plugins = failingPlugins(first, failing);
  for (const [key, one] of said) {
    const entry = into.get(key) ?? newTally(one, reasonOf(key));
    into.set(key, entry);
    entry.any += rows;
    if (plugins.size === 1 && plugins.has(one.plugin)) entry.sole += rows;
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
  return { plugin, code, reason, first: 0, any: 0, sole: 0 };
}

function compareRejections(a: RejectionCount, b: RejectionCount): number {
  return b.nodes.any - a.nodes.any || compareText(a.plugin ?? '', b.plugin ?? '') || compareText(a.code, b.code) || compareText(a.reason, b.reason);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function bestTotal({ nodeCount, first, totals }: Evidence, selectedRow: number | null): BestTotal {
  const top = topRow(first, totals, -1);
  const total = totals[top] ?? 0;
  let ties = 0;
  for (let row = 0; row < nodeCount; row++) if (first[row] === 0 && totals[row] === total) ties++;
  const second = topRow(first, totals, selectedRow ?? top);
  return { total, ties, runnerUp: second === -1 ? null : { row: second, total: totals[second] ?? 0 } };
}

/** The lowest feasible row with the highest total, leaving one row out; -1 when there is none. */
function topRow(first: Uint32Array, totals: Float64Array, except: number): number {
  let top = -1;
  let best = -Infinity;
  for (let row = 0; row < first.length; row++) {
    const total = totals[row] ?? 0;
    if (first[row] !== 0 || row === except || total <= best) continue;
    top = row;
    best = total;
  }
  return top;
}
