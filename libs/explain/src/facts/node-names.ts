import type { NodeSelectorTerm } from '#kubernetes';
import { requiredTerms } from '#scheduler';
import type { Pair } from '../pair/index.js';
import { some, type Fact } from './fact.js';

/** Nodes that the pod's required node affinity names by `matchFields`, and that are not there. */
export function nodeNameFacts(pair: Pair): readonly Fact[] {
  const absent = absentNodes(pair, requiredTerms(pair.pod.spec?.affinity?.nodeAffinity) ?? []);
  if (absent.length === 0) return [];
  return [{ text: `its required node affinity asks by name (matchFields) for ${some(absent)}, which is not there` }];
}

/** The nodes that these terms name and that are not there. */
export function absentNodes({ snapshot }: Pair, terms: readonly NodeSelectorTerm[]): readonly string[] {
  const named = terms.flatMap(({ matchFields }) =>
    (matchFields ?? []).flatMap(({ key, operator, values }) =>
      key === 'metadata.name' && operator === 'In' ? (values ?? []) : [],
    ),
  );
  return [...new Set(named)].filter((name) => snapshot.rowOf(name) === undefined);
}
