import { labelValue } from '#apimachinery';
import { domainsBy, rowsAsDomains, type ReadableSnapshot } from '../../snapshot/index.js';
import { NO_DOMAIN, UNTOUCHED, type Cycle, type Domains, type PreparedScore, type Touched } from '../../plugin.js';
import { countPods, hasEveryKey, type SpreadConstraint } from './constraints.js';
import { naturalLog } from './natural-log.js';
import type { SpreadSelector } from './selector.js';
import { SoftDomains } from './soft-domains.js';

const HOSTNAME = 'kubernetes.io/hostname';

/** Which nodes a score is made for, and how. */
export interface SpreadScoreInput {
  readonly feasible: Uint32Array;
  readonly constraints: readonly SpreadConstraint[];
  /** Nodes without one of the keys are ignored: they score 0 and count for nothing. */
  readonly needsEveryKey: boolean;
  /** Makes the sum an integer. */
  readonly round: (sum: number) => number;
}

/** The nodes by their value of a key, absent ones apart. */
interface KeyTopology {
  readonly domains: Domains;
  /** By domain: the place of the value; absence is counted as the empty value. Of hosts there is none. */
  readonly places: readonly number[];
  /** By domain: whether the nodes lack the key. */
  readonly absent: readonly boolean[];
  /** Whether some node lacks the key. */
  readonly someAbsent: boolean;
  /** By domain: how many nodes are in it. */
  readonly nodes: Uint32Array;
  /** The place of the empty value and of absence; undefined where neither is there. */
  readonly emptyPlace: number | undefined;
}

/** A soft constraint, what it counts, and how much that weighs. */
interface WeighedConstraint {
  readonly constraint: SpreadConstraint;
  readonly topology: KeyTopology;
  /** Matching pods by place; null for the hostname, where a node is its own domain. */
  readonly counts: SoftDomains | null;
  /** For the hostname: matching pods by row. */
  readonly onRow: Int32Array;
  /**
   * ln(number of domains + 2), so that the few pods of many small domains are not drowned by
   * the many of few large ones.
   */
  weight: number;
}

/** More than are on a node. */
const MOST_PODS = 2 ** 20;
const NO_ROWS = new Int32Array(0);

/** Made once for the same domains: every pod that spreads by the key has them. */
const topologies = new WeakMap<Domains, KeyTopology>();

function topologyOf(key: string, snapshot: ReadableSnapshot): KeyTopology {
  const domains = snapshot.topology([key]);
  const known = topologies.get(domains);
  if (known !== undefined) return known;
  const values = Array.from(domains.firstRows, (row) => labelValue(snapshot.nodes[row]?.labels, key));
  const numbers = new Map<string, number>();
  const places: number[] = [];
  // Hosts are not counted by place.
  for (const value of key === HOSTNAME ? [] : values) {
    const place = numbers.get(value ?? '') ?? numbers.size;
    numbers.set(value ?? '', place);
    places.push(place);
  }
  const absent = values.map((value) => value === undefined);
  const made = {
    domains,
    places,
    absent,
    someAbsent: absent.includes(true),
    nodes: countsIn(domains, Uint32Array.from(domains.of.keys())),
    emptyPlace: numbers.get(''),
  };
  topologies.set(domains, made);
  return made;
}

/** Those of the rows that are in a domain: a typed array's own `filter` takes ten times as long. */
function rowsIn({ of }: Domains, rows: Uint32Array): Uint32Array {
  const found = new Uint32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (of[row] !== NO_DOMAIN) found[count++] = row;
  }
  return found.subarray(0, count);
}

/** How many of the rows are in each domain; every row is in one. */
function countsIn({ of, firstRows }: Domains, rows: Uint32Array): Uint32Array {
  const counts = new Uint32Array(firstRows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const domain = of[rows[at] ?? 0] ?? 0;
    counts[domain] = (counts[domain] ?? 0) + 1;
  }
  return counts;
}

function weighed(constraint: SpreadConstraint, snapshot: ReadableSnapshot): WeighedConstraint {
  const byHost = constraint.topologyKey === HOSTNAME;
  return {
    constraint,
    topology: topologyOf(constraint.topologyKey, snapshot),
    counts: byHost ? null : new SoftDomains(),
    onRow: byHost ? new Int32Array(snapshot.nodeCount) : NO_ROWS,
    weight: 0,
  };
}

/**
 * Raw: the sum over constraints of (matching pods in the node's domain x weight + maxSkew - 1), rounded; fewer is
 * better, see the normalisation `reverseRange`. As kube-scheduler v1.34 PodTopologySpread.Score: float64 in the same
 * order with the same logarithm, so that sums are equal to the last bit and no rounding can fall to the other side.
 */
export function spreadScore(cycle: Cycle, input: SpreadScoreInput): PreparedScore {
  const spread = new SoftSpread(cycle, input);
  return {
    kind: 'score',
    domains: spread.domains,
    ...(spread.countsTell && { alike: (row: number) => spread.alike(row) }),
    score: (row) => spread.raw(row),
    scoreRows: (rows, into) => spread.raws(rows, into),
    follow: (pod, row, step) => (countsFor(pod, cycle) ? spread.podMoved([pod], row, step) : UNTOUCHED),
    refit: (row, feasible) => spread.refit(row, feasible ? 1 : -1),
  };
}

type Pods = Parameters<typeof countPods>[0];

function countsFor({ namespace }: Pods[number], { pod }: Cycle): boolean {
  return namespace === pod.namespace;
}

/** Pods on all nodes, also those that are not feasible, but only in domains that a feasible node is in. */
class SoftSpread {
  readonly domains: Domains;
  readonly #cycle: Cycle;
  readonly #weighed: readonly WeighedConstraint[];
  readonly #round: SpreadScoreInput['round'];
  /** The constraint by host, where nodes are distinguished by their pods and one more value; null: they are not. */
  readonly #byHost: WeighedConstraint | null;
  /** Feasible nodes that are not ignored. */
  #taking = 0;

  constructor(cycle: Cycle, { feasible, constraints, needsEveryKey, round }: SpreadScoreInput) {
    this.#cycle = cycle;
    this.#round = round;
    this.domains = scoreDomains(cycle.snapshot, constraints, needsEveryKey);
    this.#weighed = constraints.map((constraint) => weighed(constraint, cycle.snapshot));
    const hosts = this.#weighed.filter(({ counts }) => counts === null);
    this.#byHost = this.#weighed.length <= 2 && hosts.length === 1 ? (hosts[0] ?? null) : null;
    const { nodeCount, podCount } = cycle.snapshot;
    for (let row = 0; row < nodeCount; row += 1) if (podCount[row] !== 0) this.#count(cycle.snapshot.pods(row), row, 1);
    this.#fitAll(feasible);
    this.#weigh();
  }

  raw(row: number): number {
    let sum = 0;
    for (let at = 0; at < this.#weighed.length; at += 1) {
      const { topology, counts, onRow, weight, constraint } = this.#weighed[at] as WeighedConstraint;
      const { domains, absent, places } = topology;
      const domain = domains.of[row] ?? 0;
      if (absent[domain] === true) continue;
      const count = counts === null ? (onRow[row] ?? 0) : counts.of(places[domain] ?? 0);
      sum += count * weight + (constraint.maxSkew - 1);
    }
    return this.#round(sum);
  }

  /** The same for many rows: constraint by constraint, which adds the same numbers in the same order. */
  raws(rows: Uint32Array, into: Float64Array): void {
    if (this.#byHost !== null) return this.#rawsByPods(this.#byHost, rows, into);
    into.fill(0, 0, rows.length);
    for (const one of this.#weighed) {
      if (one.counts === null) addByHost(one, rows, into);
      else addByValue(one, one.counts, { rows, into });
    }
    const round = this.#round;
    for (let place = 0; place < rows.length; place += 1) into[place] = round(into[place] ?? 0);
  }

  /** Whether nodes are distinguished by their pods and one more value. */
  get countsTell(): boolean {
    return this.#byHost !== null;
  }

  /** The same for nodes with as many pods and the same value. */
  alike(row: number): number {
    let number = 0;
    for (let at = 0; at < this.#weighed.length; at += 1) {
      const { counts, onRow, topology } = this.#weighed[at] as WeighedConstraint;
      if (counts !== null) number += (topology.domains.of[row] ?? 0) * MOST_PODS;
      else if ((onRow[row] ?? 0) >= MOST_PODS - 1) return -1 - row;
      else if (!isAbsent(topology, row)) number += (onRow[row] ?? 0) + 1;
    }
    return number;
  }

  /** Nodes of one value with as many pods have the same score, which is made once. */
  #rawsByPods({ onRow, topology }: WeighedConstraint, rows: Uint32Array, into: Float64Array): void {
    const of = this.#weighed.find(({ counts }) => counts !== null)?.topology.domains.of;
    const known: number[][] = [];
    // Rows that are asked for together have the same value, mostly, and no pods.
    let lastDomain = -1;
    let lastPods = -1;
    let raw = 0;
    for (let place = 0; place < rows.length; place += 1) {
      const row = rows[place] ?? 0;
      const domain = of === undefined ? 0 : (of[row] ?? 0);
      const pods = isAbsent(topology, row) ? 0 : (onRow[row] ?? 0) + 1;
      if (domain !== lastDomain || pods !== lastPods) {
        lastDomain = domain;
        lastPods = pods;
        raw = (known[domain] ??= [])[pods] ??= this.raw(row);
      }
      into[place] = raw;
    }
  }

  /** Pods came to the row or left it. */
  podMoved(pods: Pods, row: number, step: 1 | -1): Touched {
    const touching = this.#count(pods, row, step);
    if (touching === 0) return UNTOUCHED;
    if (this.#sharesAbsence(row)) return 'all';
    const single = this.#weighed.length === 1 || this.#weighed.every(({ counts }) => counts === null);
    const domain = this.domains.of[row] ?? NO_DOMAIN;
    return single && domain !== NO_DOMAIN ? [domain] : this.#domainsLike(row);
  }

  /** The row became feasible (1) or ceased to be. */
  refit(row: number, step: 1 | -1): Touched {
    const before = this.#weighed.map(({ weight }) => weight);
    this.#fit(row, step);
    this.#weigh();
    return this.#weighed.some(({ weight }, index) => weight !== before[index]) ? 'all' : UNTOUCHED;
  }

  /** Answers by how many constraints any of the pods is counted. */
  #count(pods: Pods, row: number, step: 1 | -1): number {
    const { snapshot, pod } = this.#cycle;
    const node = snapshot.nodes[row];
    if (node === undefined || pods.length === 0) return 0;
    const takesPart = this.domains.of[row] !== NO_DOMAIN;
    let touching = 0;
    let last: SpreadSelector | null = null;
    let counted = 0;
    for (let at = 0; at < this.#weighed.length; at += 1) {
      const one = this.#weighed[at] as WeighedConstraint;
      const { selector, includes } = one.constraint;
      // Default constraints have one selector, and most pods are not among those that it selects.
      if (selector !== last) counted = countPods(pods, selector, pod.namespace);
      last = selector;
      if (counted === 0 || (one.counts !== null && !(takesPart && includes(node, row)))) continue;
      if (one.counts === null) one.onRow[row] = (one.onRow[row] ?? 0) + counted * step;
      else one.counts.addPods(placeOn(one, row), counted * step);
      touching += 1;
    }
    return takesPart ? touching : 0;
  }

  /** For the first time: nodes are counted by domain. */
  #fitAll(feasible: Uint32Array): void {
    const own = this.domains;
    const isEvery = feasible.length === own.of.length && own.firstRows.length === own.of.length;
    const taking = isEvery ? feasible : rowsIn(own, feasible);
    this.#taking = taking.length;
    for (const { counts, topology } of this.#weighed) {
      if (counts === null) continue;
      const nodes = isEvery ? topology.nodes : countsIn(topology.domains, taking);
      for (let domain = 0; domain < nodes.length; domain += 1)
        counts.addNodes(topology.places[domain] ?? 0, nodes[domain] ?? 0);
    }
  }

  #fit(row: number, step: 1 | -1): void {
    if (this.domains.of[row] === NO_DOMAIN) return;
    this.#taking += step;
    for (const one of this.#weighed) one.counts?.addNodes(placeOn(one, row), step);
  }

  #weigh(): void {
    for (const weighed of this.#weighed)
      weighed.weight = naturalLog((weighed.counts === null ? this.#taking : weighed.counts.size) + 2);
  }

  /** The absence of a key and its empty value are two domains that are counted as one. */
  #sharesAbsence(row: number): boolean {
    return this.#weighed.some((one) => one.counts !== null && placeOn(one, row) === one.topology.emptyPlace);
  }

  /** Domains whose nodes have the row's value for some constraint, ascending. */
  #domainsLike(row: number): ArrayLike<number> {
    const topologies = this.#weighed.flatMap(({ topology: { domains }, counts }) => (counts === null ? [] : [domains]));
    const [only] = topologies;
    if (only !== undefined && topologies.length === 1)
      return domainsByValue(this.domains, only)[only.of[row] ?? 0] ?? UNTOUCHED;
    const own = this.domains.of[row];
    const touched: number[] = [];
    this.domains.firstRows.forEach((first, domain) => {
      if (domain === own || topologies.some(({ of }) => of[first] === of[row])) touched.push(domain);
    });
    return touched;
  }
}

function addByHost(
  { topology, onRow, weight, constraint }: WeighedConstraint,
  rows: Uint32Array,
  into: Float64Array,
): void {
  const { domains, absent } = topology;
  const least = constraint.maxSkew - 1;
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] ?? 0;
    if (absent[domains.of[row] ?? 0] !== true) into[place] = (into[place] ?? 0) + ((onRow[row] ?? 0) * weight + least);
  }
}

function addByValue(
  { topology, weight, constraint }: WeighedConstraint,
  counts: SoftDomains,
  { rows, into }: { readonly rows: Uint32Array; readonly into: Float64Array },
): void {
  const { domains, absent, places } = topology;
  const least = constraint.maxSkew - 1;
  // Rows that are asked for together have the same value, mostly.
  let last = -1;
  let added = 0;
  for (let place = 0; place < rows.length; place += 1) {
    const domain = domains.of[rows[place] ?? 0] ?? 0;
    if (domain !== last) {
      last = domain;
      added = absent[domain] === true ? 0 : counts.of(places[domain] ?? 0) * weight + least;
    }
    into[place] = (into[place] ?? 0) + added;
  }
}

function isAbsent({ someAbsent, absent, domains }: KeyTopology, row: number): boolean {
  return someAbsent && absent[domains.of[row] ?? 0] === true;
}

function placeOn({ topology: { domains, places } }: WeighedConstraint, row: number): number {
  return places[domains.of[row] ?? 0] ?? 0;
}

/**
 * By host, every node is a domain of its own, without regard to its label. Nodes that lack a needed key are in none.
 */
function scoreDomains(
  snapshot: ReadableSnapshot,
  constraints: readonly SpreadConstraint[],
  needsEveryKey: boolean,
): Domains {
  const keys = constraints.map(({ topologyKey }) => topologyKey);
  const byHost = keys.includes(HOSTNAME);
  const { nodeCount } = snapshot;
  const takesPart = (row: number): boolean => !needsEveryKey || hasEveryKey(snapshot.nodes[row]?.labels, constraints);
  if (byHost) return hostDomains(snapshot.topology(needsEveryKey ? keys : []), takesPart);
  const topology = snapshot.topology(keys);
  if (topology.firstRows.every(takesPart)) return topology;
  return domainsBy(nodeCount, (row) => (takesPart(row) ? String(topology.of[row]) : null));
}

/** Made once for the same values of the keys: every pod that spreads by host has them. */
const hosts = new WeakMap<Domains, Domains>();

/** @param values of the keys that a node must have: they alone decide which nodes take part */
function hostDomains(values: Domains, takesPart: (row: number) => boolean): Domains {
  const made = hosts.get(values) ?? rowsAsDomains(values.of.length, takesPart);
  hosts.set(values, made);
  return made;
}

/** Made once for the same domains. */
const byValues = new WeakMap<Domains, WeakMap<Domains, readonly Uint32Array[]>>();

/** The domains whose nodes have each of the values, by the number of the value. */
function domainsByValue(domains: Domains, values: Domains): readonly Uint32Array[] {
  const ofDomains = byValues.get(domains) ?? new WeakMap<Domains, readonly Uint32Array[]>();
  byValues.set(domains, ofDomains);
  const known = ofDomains.get(values);
  if (known !== undefined) return known;
  const lists: number[][] = [];
  domains.firstRows.forEach((first, domain) => (lists[values.of[first] ?? 0] ??= []).push(domain));
  const made = Array.from(lists, (list = []) => Uint32Array.from(list));
  ofDomains.set(values, made);
  return made;
}
