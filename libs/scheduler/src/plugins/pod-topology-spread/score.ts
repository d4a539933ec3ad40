import { labelValue, type SelectableNode } from '#kubernetes';
import { domainsBy, type ReadableSnapshot } from '../../snapshot/index.js';
import { NO_DOMAIN, UNTOUCHED, type Cycle, type Domains, type PreparedScore, type Touched } from '../../plugin.js';
import { countPods, hasEveryKey, type SpreadConstraint } from './constraints.js';
import { naturalLog } from './natural-log.js';
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

/** A soft constraint, what it counts, and how much that weighs. */
interface WeighedConstraint {
  readonly constraint: SpreadConstraint;
  /** Matching pods by topology value; null for the hostname, where a node is its own domain. */
  readonly counts: SoftDomains | null;
  /**
   * ln(number of domains + 2), so that the few pods of many small domains are not drowned by
   * the many of few large ones.
   */
  weight: number;
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
    score: (row) => spread.raw(row),
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
  /** Feasible nodes that are not ignored. */
  #taking = 0;

  constructor(cycle: Cycle, { feasible, constraints, needsEveryKey, round }: SpreadScoreInput) {
    this.#cycle = cycle;
    this.#round = round;
    this.domains = scoreDomains(cycle.snapshot, constraints, needsEveryKey);
    this.#weighed = constraints.map((constraint) => ({
      constraint,
      counts: constraint.topologyKey === HOSTNAME ? null : new SoftDomains(),
      weight: 0,
    }));
    cycle.snapshot.nodes.forEach((_, row) => this.#count(cycle.snapshot.pods(row), row, 1));
    for (const row of feasible) this.#fit(row, 1);
    this.#weigh();
  }

  raw(row: number): number {
    const { snapshot, pod } = this.#cycle;
    let sum = 0;
    for (const {
      constraint: { topologyKey, maxSkew, selector },
      counts,
      weight,
    } of this.#weighed) {
      const value = labelValue(snapshot.nodes[row]?.labels, topologyKey);
      if (value === undefined) continue;
      const count = counts === null ? countPods(snapshot.pods(row), selector, pod.namespace) : counts.of(value);
      sum += count * weight + (maxSkew - 1);
    }
    return this.#round(sum);
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
    if (node === undefined || this.domains.of[row] === NO_DOMAIN) return 0;
    let touching = 0;
    for (const { constraint, counts } of this.#weighed) {
      const { selector, includes } = constraint;
      if (counts !== null && !includes(node, row)) continue;
      const counted = countPods(pods, selector, pod.namespace);
      if (counted === 0) continue;
      counts?.addPods(valueOn(node, constraint), counted * step);
      touching += 1;
    }
    return touching;
  }

  #fit(row: number, step: 1 | -1): void {
    const node = this.#cycle.snapshot.nodes[row];
    if (node === undefined || this.domains.of[row] === NO_DOMAIN) return;
    this.#taking += step;
    for (const { constraint, counts } of this.#weighed) counts?.addNodes(valueOn(node, constraint), step);
  }

  #weigh(): void {
    for (const weighed of this.#weighed)
      weighed.weight = naturalLog((weighed.counts === null ? this.#taking : weighed.counts.size) + 2);
  }

  /** The absence of a key and its empty value are two domains that are counted as one. */
  #sharesAbsence(row: number): boolean {
    const node = this.#cycle.snapshot.nodes[row];
    return this.#weighed.some(
      ({ constraint, counts }) => counts !== null && node !== undefined && valueOn(node, constraint) === '',
    );
  }

  /** Domains whose nodes have the row's value for some constraint. */
  #domainsLike(row: number): readonly number[] {
    const columns = this.#weighed.flatMap(({ constraint: { topologyKey }, counts }) =>
      counts === null ? [] : [this.#cycle.snapshot.topology([topologyKey]).of],
    );
    const own = this.domains.of[row];
    const touched: number[] = [];
    this.domains.firstRows.forEach((first, domain) => {
      if (domain === own || columns.some((of) => of[first] === of[row])) touched.push(domain);
    });
    return touched;
  }
}

/** Where keys may be missing, their absence is one more domain, the same as that of the empty value. */
function valueOn({ labels }: SelectableNode, { topologyKey }: SpreadConstraint): string {
  return labelValue(labels, topologyKey) ?? '';
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
  const topology = snapshot.topology(keys);
  const takesPart = (row: number): boolean => !needsEveryKey || hasEveryKey(snapshot.nodes[row]?.labels, constraints);
  if (!byHost && topology.firstRows.every(takesPart)) return topology;
  return domainsBy(snapshot.nodeCount, (row) => (takesPart(row) ? String(byHost ? row : topology.of[row]) : null));
}
