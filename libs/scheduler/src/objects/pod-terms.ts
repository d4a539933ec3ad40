import { aggregateText, compileLabelSelector, labelSelectorError, type LabelMatcher } from '#apimachinery';
import type { Affinity, LabelSelector, PodAffinity, PodAffinityTerm } from './objects.js';

/** A term of a pod about other pods, ready to be asked. As kube-scheduler v1.34 AffinityTerm. */
export interface PodTerm {
  readonly topologyKey: string;
  /** Of a preferred term; 0 of a required one. */
  readonly weight: number;
  readonly selector: LabelMatcher;
  /** The namespaces it names; the pod's own where it says nothing about namespaces. */
  readonly namespaces: readonly string[];
  /** Further namespaces, by their labels; an absent selector matches none, an empty one all. */
  readonly namespaceSelector: LabelMatcher;
}

/** All that a pod says about other pods. As kube-scheduler v1.34 PodInfo. */
export interface PodTerms {
  readonly requiredAffinity: readonly PodTerm[];
  readonly requiredAntiAffinity: readonly PodTerm[];
  readonly preferredAffinity: readonly PodTerm[];
  readonly preferredAntiAffinity: readonly PodTerm[];
  /** Why some of it cannot be read. A list with such a term is empty, and the others hold. */
  readonly problem: string | null;
}

const NOTHING: readonly PodTerm[] = Object.freeze([]);
const NO_TERMS: PodTerms = Object.freeze({
  requiredAffinity: NOTHING,
  requiredAntiAffinity: NOTHING,
  preferredAffinity: NOTHING,
  preferredAntiAffinity: NOTHING,
  problem: null,
});

/** Compiles the terms of a pod of this namespace. */
export function compilePodTerms(affinity: Affinity | null | undefined, namespace: string): PodTerms {
  const { podAffinity, podAntiAffinity } = affinity ?? {};
  if (!podAffinity && !podAntiAffinity) return NO_TERMS;
  const reader = new TermReader(namespace);
  const requiredAffinity = reader.read('requiredAffinityTerms', required(podAffinity));
  const requiredAntiAffinity = reader.read('requiredAntiAffinityTerms', required(podAntiAffinity));
  const preferredAffinity = reader.read('preferredAffinityTerms', preferred(podAffinity));
  const preferredAntiAffinity = reader.read('preferredAntiAffinityTerms', preferred(podAntiAffinity));
  return { requiredAffinity, requiredAntiAffinity, preferredAffinity, preferredAntiAffinity, problem: reader.problem };
}

/** The same, compiled when first asked for: most pods on nodes are never asked. */
export function lazyPodTerms(affinity: Affinity | null, namespace: string): () => PodTerms {
  if (affinity === null) return noTerms;
  let terms: PodTerms | null = null;
  return () => (terms ??= compilePodTerms(affinity, namespace));
}

function noTerms(): PodTerms {
  return NO_TERMS;
}

interface WrittenTerm {
  readonly weight: number;
  readonly term: PodAffinityTerm;
}

function required(stanza: PodAffinity | null | undefined): readonly WrittenTerm[] {
  return (stanza?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => ({ weight: 0, term }));
}

function preferred(stanza: PodAffinity | null | undefined): readonly WrittenTerm[] {
  return (stanza?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(
    ({ weight = 0, podAffinityTerm = {} }) => ({ weight, term: podAffinityTerm }),
  );
}

/** Reads the lists of one pod. What is wrong is named as upstream does: the list, and the first error in it. */
class TermReader {
  readonly #namespace: string;
  readonly #problems: string[] = [];

  constructor(namespace: string) {
    this.#namespace = namespace;
  }

  get problem(): string | null {
    return this.#problems.length === 0 ? null : aggregateText(this.#problems);
  }

  read(name: string, list: readonly WrittenTerm[]): readonly PodTerm[] {
    const terms: PodTerm[] = [];
    for (const written of list) {
      const term = this.#compile(written);
      if (typeof term === 'string') {
        this.#problems.push(`${name}: ${term}`);
        return NOTHING;
      }
      terms.push(term);
    }
    return terms;
  }

  /** The term, or the first error in it. */
  #compile({ weight, term }: WrittenTerm): PodTerm | string {
    const { topologyKey = '', labelSelector, namespaceSelector: written } = term;
    const selector = compileSelector(labelSelector);
    const namespaceSelector = compileSelector(written);
    if (typeof selector === 'string') return selector;
    if (typeof namespaceSelector === 'string') return namespaceSelector;
    const named = term.namespaces ?? [];
    const namespaces = named.length === 0 && !written ? [this.#namespace] : named;
    return { topologyKey, weight, selector, namespaces, namespaceSelector };
  }
}

/** The selector as a function, or what upstream says of it. */
function compileSelector(selector: LabelSelector | null | undefined): LabelMatcher | string {
  const compiled = compileLabelSelector(selector);
  return typeof compiled === 'function' ? compiled : (labelSelectorError(selector ?? {}) ?? '');
}
