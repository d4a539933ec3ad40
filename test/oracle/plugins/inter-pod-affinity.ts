import { matches, namespaceLabelsOf, termsOf, withListedNamespaces, type Term } from '../affinity-term.js';
import {
  nameOf,
  type Attempt,
  type Cluster,
  type FilterAttempt,
  type OraclePlugin,
  type PreFilterAnswer,
  type ScoreAttempt,
  type Verdict,
} from '../model.js';
import type { NodeObject, PodObject } from '../objects.js';

const AFFINITY = "node(s) didn't match pod affinity rules";
const ANTI_AFFINITY = "node(s) didn't match pod anti-affinity rules";
const EXISTING_ANTI_AFFINITY = "node(s) didn't satisfy existing pods anti-affinity rules";

/** Something for each topology domain: `key=value`, a label's key having no `=`. */
type Domains = Map<string, number>;

/** The three counts of v1.34's PreFilter, each by domain. */
interface Counts {
  /** Terms of pods that are there already and that do not want this pod beside them. */
  readonly unwanted: Domains;
  /** Pods that match ALL of this pod's affinity terms. */
  readonly affinity: Domains;
  /** Pods that match one of this pod's anti-affinity terms, a pod counting once for each. */
  readonly antiAffinity: Domains;
}

/** Undefined: the node has no such label, or is not in the cluster. */
function domainOf(node: NodeObject | undefined, key: string): string | undefined {
  const labels = node?.metadata?.labels ?? {};
  return Object.hasOwn(labels, key) ? `${key}=${labels[key]}` : undefined;
}

function nodeOf({ spec }: PodObject, { nodes }: Cluster): NodeObject | undefined {
  return nodes.find((node) => nameOf(node) === spec?.nodeName);
}

function add(domains: Domains, domain: string | undefined, amount: number): void {
  if (domain !== undefined) domains.set(domain, (domains.get(domain) ?? 0) + amount);
}

function requiredTerms(
  pod: PodObject,
  cluster: Cluster,
): { readonly affinity: readonly Term[]; readonly antiAffinity: readonly Term[] } {
  const { requiredAffinity, requiredAntiAffinity } = termsOf(pod);
  return {
    affinity: requiredAffinity.map((term) => withListedNamespaces(term, cluster)),
    antiAffinity: requiredAntiAffinity.map((term) => withListedNamespaces(term, cluster)),
  };
}

/** No terms: matched by nothing. */
function matchesAll(terms: readonly Term[], pod: PodObject): boolean {
  return terms.length > 0 && terms.every((term) => matches(term, pod, {}));
}

/**
 * Adding and removing a pod (AddPod, RemovePod) follows the same rule as counting, so the
 * cluster as it is now is counted.
 */
function count(pod: PodObject, cluster: Cluster): Counts {
  const counts: Counts = { unwanted: new Map(), affinity: new Map(), antiAffinity: new Map() };
  const own = requiredTerms(pod, cluster);
  const namespaceLabels = namespaceLabelsOf(pod, cluster);
  for (const existing of cluster.pods) {
    const domain = (term: Term): string | undefined => domainOf(nodeOf(existing, cluster), term.topologyKey);
    for (const term of termsOf(existing).requiredAntiAffinity) {
      if (matches(term, pod, namespaceLabels)) add(counts.unwanted, domain(term), 1);
    }
    for (const term of own.affinity) {
      if (matchesAll(own.affinity, existing)) add(counts.affinity, domain(term), 1);
    }
    for (const term of own.antiAffinity) {
      if (matches(term, existing, {})) add(counts.antiAffinity, domain(term), 1);
    }
  }
  return counts;
}

function preFilter({ pod, cluster }: Attempt): PreFilterAnswer {
  const { problems, requiredAffinity, requiredAntiAffinity } = termsOf(pod);
  if (problems.length > 0)
    return { reject: { code: 'UnschedulableAndUnresolvable', reasons: [`parsing pod: ${problems.join(', ')}`] } };
  const indifferent =
    requiredAffinity.length === 0 && requiredAntiAffinity.length === 0 && count(pod, cluster).unwanted.size === 0;
  return indifferent ? { skip: true } : {};
}

function filter({ pod, cluster }: FilterAttempt, node: NodeObject): Verdict {
  const own = requiredTerms(pod, cluster);
  const counts = count(pod, cluster);
  if (!satisfiesAffinity(own.affinity, { pod, node, found: counts.affinity }))
    return { code: 'UnschedulableAndUnresolvable', reasons: [AFFINITY] };
  if (own.antiAffinity.some(({ topologyKey }) => has(counts.antiAffinity, domainOf(node, topologyKey))))
    return { code: 'Unschedulable', reasons: [ANTI_AFFINITY] };
  const keys = Object.keys(node.metadata?.labels ?? {});
  if (keys.some((key) => has(counts.unwanted, domainOf(node, key))))
    return { code: 'Unschedulable', reasons: [EXISTING_ANTI_AFFINITY] };
  return null;
}

function has(domains: Domains, domain: string | undefined): boolean {
  return domain !== undefined && (domains.get(domain) ?? 0) > 0;
}

/** The first pod of a group that wants to be together finds nobody: it may go anywhere where the node has every key. */
function satisfiesAffinity(
  terms: readonly Term[],
  { pod, node, found }: { pod: PodObject; node: NodeObject; found: Domains },
): boolean {
  const domains = terms.map(({ topologyKey }) => domainOf(node, topologyKey));
  if (domains.includes(undefined)) return false;
  if (domains.every((domain) => has(found, domain))) return true;
  const nobodyAnywhere = found.size === 0;
  return nobodyAnywhere && matchesAll(terms, pod);
}

/**
 * What each domain gains or loses, by both sides' preferences and by the required affinity of the pods that are there.
 */
function preferences({ pod, cluster, args }: Attempt): Domains {
  const domains: Domains = new Map();
  const { preferredAffinity, preferredAntiAffinity } = termsOf(pod);
  const attracted = preferredAffinity.map((term) => withListedNamespaces(term, cluster));
  const repelled = preferredAntiAffinity.map((term) => withListedNamespaces(term, cluster));
  const namespaceLabels = namespaceLabelsOf(pod, cluster);
  const hard = args.hardPodAffinityWeight ?? 1;
  for (const existing of cluster.pods) {
    const theirs = termsOf(existing);
    const existingMatches = (term: Term): boolean => matches(term, existing, {});
    const incomingMatches = (term: Term): boolean => matches(term, pod, namespaceLabels);
    const weigh = (terms: readonly Term[], weightOf: (term: Term) => number): void => {
      for (const term of terms) add(domains, domainOf(nodeOf(existing, cluster), term.topologyKey), weightOf(term));
    };
    weigh(attracted.filter(existingMatches), ({ weight }) => weight);
    weigh(repelled.filter(existingMatches), ({ weight }) => -weight);
    if (hard > 0) weigh(theirs.requiredAffinity.filter(incomingMatches), () => hard);
    weigh(theirs.preferredAffinity.filter(incomingMatches), ({ weight }) => weight);
    weigh(theirs.preferredAntiAffinity.filter(incomingMatches), ({ weight }) => -weight);
  }
  return domains;
}

/** Nothing is scored where no term matches anybody. A domain whose weights cancel out is still one. */
function preScoreSkip(attempt: ScoreAttempt): boolean {
  const { podAffinity, podAntiAffinity } = attempt.pod.spec?.affinity ?? {};
  const own = [podAffinity, podAntiAffinity].some(
    (affinity) => (affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).length > 0,
  );
  if (attempt.args.ignorePreferredTermsOfExistingPods === true && !own) return true;
  return preferences(attempt).size === 0;
}

function score(attempt: ScoreAttempt, node: NodeObject): number {
  const domains = preferences(attempt);
  let sum = 0;
  for (const key of Object.keys(node.metadata?.labels ?? {})) sum += domains.get(domainOf(node, key) ?? '') ?? 0;
  return sum;
}

/** The lowest is 0, the highest 100; all equal: all 0. In floating point, then cut. */
function normalize(_attempt: ScoreAttempt, raw: readonly number[]): readonly number[] {
  const lowest = Math.min(...raw);
  const highest = Math.max(...raw);
  return raw.map((value) => (highest > lowest ? Math.trunc(100 * ((value - lowest) / (highest - lowest))) : 0));
}

/**
 * What pods want of other pods in the same topology domain: required and preferred, their own and
 * those of pods already there.
 */
export const interPodAffinity: OraclePlugin = {
  name: 'InterPodAffinity',
  preFilter,
  filter,
  preScoreSkip,
  score,
  normalize,
};
