import { aggregate, parseSelector, selects, type ParsedSelector } from './label-selector.js';
import { nameOf, namespaceOf, type Cluster } from './model.js';
import type { Labels, PodAffinity, PodAffinityTerm, PodObject } from './objects.js';

/** A term of pod affinity or anti-affinity, its defaults filled in. A required one has weight 0. */
export interface Term {
  readonly namespaces: readonly string[];
  readonly namespaceSelector: ParsedSelector;
  readonly selector: ParsedSelector;
  readonly topologyKey: string;
  readonly weight: number;
}

/** A pod's terms. Where one of a kind is malformed there are none of that kind, and `problems` says why. */
export interface Terms {
  readonly requiredAffinity: readonly Term[];
  readonly requiredAntiAffinity: readonly Term[];
  readonly preferredAffinity: readonly Term[];
  readonly preferredAntiAffinity: readonly Term[];
  readonly problems: readonly string[];
}

export function termsOf(pod: PodObject): Terms {
  const { podAffinity = {}, podAntiAffinity = {} } = pod.spec?.affinity ?? {};
  const problems: string[] = [];
  const read = (kind: string, terms: readonly Weighted[]): readonly Term[] => {
    const parsed = terms.map((term) => parseTerm(pod, term));
    const problem = parsed.map(problemOf).find((text) => text !== undefined);
    if (problem === undefined) return parsed;
    problems.push(`${kind}: ${problem}`);
    return [];
  };
  return {
    requiredAffinity: read('requiredAffinityTerms', requiredTerms(podAffinity)),
    requiredAntiAffinity: read('requiredAntiAffinityTerms', requiredTerms(podAntiAffinity)),
    preferredAffinity: read('preferredAffinityTerms', preferredTerms(podAffinity)),
    preferredAntiAffinity: read('preferredAntiAffinityTerms', preferredTerms(podAntiAffinity)),
    problems: problems.length === 0 ? [] : [aggregate(problems)],
  };
}

interface Weighted {
  readonly weight: number;
  readonly term: PodAffinityTerm;
}

function requiredTerms({
  requiredDuringSchedulingIgnoredDuringExecution: terms = [],
}: PodAffinity): readonly Weighted[] {
  return terms.map((term) => ({ weight: 0, term }));
}

function preferredTerms({
  preferredDuringSchedulingIgnoredDuringExecution: terms = [],
}: PodAffinity): readonly Weighted[] {
  return terms.map(({ weight = 0, podAffinityTerm = {} }) => ({ weight, term: podAffinityTerm }));
}

/** Neither namespaces nor a namespace selector means the namespace of the pod that has the term. */
function parseTerm(pod: PodObject, { weight, term }: Weighted): Term {
  const { namespaces = [], namespaceSelector, labelSelector, topologyKey = '' } = term;
  const own = namespaces.length === 0 && namespaceSelector === undefined;
  return {
    namespaces: own ? [namespaceOf(pod)] : namespaces,
    namespaceSelector: parseSelector(namespaceSelector),
    selector: parseSelector(labelSelector),
    topologyKey,
    weight,
  };
}

function problemOf({ selector, namespaceSelector }: Term): string | undefined {
  for (const parsed of [selector, namespaceSelector]) {
    if (parsed !== null && 'error' in parsed) return parsed.error;
  }
  return undefined;
}

/**
 * The term with the namespaces that exist and that its selector selects. The selector stays beside them:
 * as kube-scheduler v1.34, which forgets it in a copy only, so that what it says of a namespace without
 * labels still counts (`matches`).
 */
export function withListedNamespaces(term: Term, cluster: Cluster): Term {
  const { namespaceSelector } = term;
  if (namespaceSelector !== null && 'length' in namespaceSelector && namespaceSelector.length === 0) return term;
  const listed = (cluster.objects.namespaces ?? [])
    .filter(({ metadata }) => selects(namespaceSelector, metadata?.labels))
    .map(nameOf);
  return { ...term, namespaces: [...term.namespaces, ...listed] };
}

/**
 * Whether a term speaks of a pod. `namespaceLabels` are those of the pod's namespace where they are known, else none.
 */
export function matches(term: Term, pod: PodObject, namespaceLabels: Labels): boolean {
  const inNamespace = term.namespaces.includes(namespaceOf(pod)) || selects(term.namespaceSelector, namespaceLabels);
  return inNamespace && selects(term.selector, pod.metadata?.labels);
}

/** The labels of a pod's namespace; none when there is no such namespace. */
export function namespaceLabelsOf(pod: PodObject, cluster: Cluster): Labels {
  return (
    (cluster.objects.namespaces ?? []).find((namespace) => nameOf(namespace) === namespaceOf(pod))?.metadata?.labels ??
    {}
  );
}
