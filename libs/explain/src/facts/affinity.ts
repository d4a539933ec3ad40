import { compileLabelSelector, labelValue } from '#apimachinery';
import { interPodAffinity, type OwnTerm, type PodAffinityTerm } from '#scheduler';
import { keepingAway } from '../explainers/index.js';
import type { Pair } from '../pair/index.js';
import { some, type Fact } from './fact.js';
import { selectorInWords } from './selector-in-words.js';

/** What the pod's required terms about other pods select, where they look, and what they find there. */
export function affinityFacts(pair: Pair): readonly Fact[] {
  const { podAffinity, podAntiAffinity } = pair.pod.spec?.affinity ?? {};
  const { requiredAffinity, requiredAntiAffinity } = pair.incoming.terms;
  const { namespaces } = pair.snapshot.objects;
  const near = podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const apart = podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...interPodAffinity.ownTerms(requiredAffinity, namespaces).flatMap((own, at) => nearFact(pair, own, near[at])),
    ...interPodAffinity
      .ownTerms(requiredAntiAffinity, namespaces)
      .flatMap((own, at) => apartFact(pair, own, apart[at])),
    ...keptAwayFacts(pair),
  ];
}

/** So many pods that keep the pod away say what they want to be apart from. */
const MOST_KEEPING = 3;

/** What pods there want to be apart from, that the pod is. */
function keptAwayFacts(pair: Pair): Fact[] {
  const found = keepingAway(pair);
  const reported = found.slice(0, MOST_KEEPING).map(({ pod, topologyKey, at }): Fact => {
    const term = pod.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.[at];
    const there = labelValue(pair.node.metadata?.labels, topologyKey) ?? '';
    const wants = termInWords(pair, term, pod.namespace);
    const others = pod.namespace === pair.incoming.namespace ? [] : [pod.namespace];
    return {
      text: `pod ${pod.namespace}/${pod.name} at ${topologyKey}=${there} wants to be apart from ${wants}`,
      namespaces: others,
    };
  });
  return reported;
}

function nearFact(pair: Pair, own: OwnTerm, term: PodAffinityTerm | undefined): Fact[] {
  const { topologyKey } = own;
  const here = labelValue(pair.node.metadata?.labels, topologyKey);
  const asked = termInWords(pair, term);
  if (here === undefined)
    return [{ text: `the node has no label ${topologyKey}, by which it wants to be near ${asked}` }];
  const domains = domainsOf(pair, own);
  if (domains.has(here)) return [];
  const found =
    domains.size === 0
      ? nowhereInWords(pair, own)
      : `they are at ${some([...domains].map((value) => `${topologyKey}=${value}`))}`;
  return [{ text: `it wants to be near ${asked}; at ${topologyKey}=${here} there is none, ${found}` }];
}

/** Pods of nodes without the term's label are near to none. */
function nowhereInWords({ snapshot }: Pair, { topologyKey, matches }: OwnTerm): string {
  const without = snapshot.nodes.flatMap(({ name }, row) => (snapshot.pods(row).some(matches) ? [name] : []));
  if (without.length === 0) return 'no node has one';
  const have = without.length === 1 ? 'has one, and is' : 'have one, and are';
  return `${some(without)} ${have} without the label ${topologyKey}`;
}

function apartFact(pair: Pair, own: OwnTerm, term: PodAffinityTerm | undefined): Fact[] {
  const { topologyKey } = own;
  const here = labelValue(pair.node.metadata?.labels, topologyKey);
  if (here === undefined || !domainsOf(pair, own).has(here)) return [];
  return [{ text: `it wants to be apart from ${termInWords(pair, term)}, and ${topologyKey}=${here} has one` }];
}

/** Values of the term's label on nodes with a pod that it selects. */
function domainsOf({ snapshot }: Pair, { topologyKey, matches }: OwnTerm): Set<string> {
  const values = new Set<string>();
  snapshot.nodes.forEach(({ labels }, row) => {
    const value = labelValue(labels, topologyKey);
    if (value !== undefined && !values.has(value) && snapshot.pods(row).some(matches)) values.add(value);
  });
  return values;
}

/** `pods with app=db in namespace shop`. */
function termInWords(pair: Pair, term: PodAffinityTerm = {}, own = pair.incoming.namespace): string {
  return `pods with ${selectorInWords(term.labelSelector)} in ${placesInWords(pair, term, own)}`;
}

function placesInWords(pair: Pair, { namespaces, namespaceSelector }: PodAffinityTerm, own: string): string {
  const named = namespaces ?? [];
  const listed = named.length === 0 ? [] : [`namespace${named.length === 1 ? '' : 's'} ${named.join(', ')}`];
  if (!namespaceSelector) return listed.join('') || `namespace ${own}, its own: the term names no other`;
  const selector = selectorInWords(namespaceSelector);
  if (selector === 'any labels') return 'every namespace';
  const matches = compileLabelSelector(namespaceSelector);
  const isThere = (pair.snapshot.objects.namespaces ?? []).some(
    ({ metadata }) => typeof matches === 'function' && matches(metadata?.labels),
  );
  return [...listed, `namespaces with ${selector}${isThere ? '' : ', of which there is none'}`].join(' and ');
}
