import { requiredTerms } from '#scheduler';
import type { Pair } from '../pair/index.js';
import { some, type Fact } from './fact.js';

/** Nodes that the pod's required node affinity names by `matchFields`, and that are not there. */
export function nodeNameFacts({ pod, snapshot }: Pair): readonly Fact[] {
  const terms = requiredTerms(pod.spec?.affinity?.nodeAffinity) ?? [];
  const named = terms.flatMap(({ matchFields }) =>
    (matchFields ?? []).flatMap(({ key, operator, values }) =>
      key === 'metadata.name' && operator === 'In' ? (values ?? []) : [],
    ),
  );
  const absent = [...new Set(named)].filter((name) => snapshot.rowOf(name) === undefined);
  if (absent.length === 0) return [];
  return [{ text: `its required node affinity asks by name (matchFields) for ${some(absent)}, which is not there` }];
}
