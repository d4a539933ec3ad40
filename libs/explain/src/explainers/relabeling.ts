import { defaultSpread } from '../labels/index.js';
import { labelValuesFor, type Pair, type SetNodeLabel } from '../pair/index.js';

/** Label changes, and whether nodes have further values. */
export interface Relabeling {
  readonly changes: readonly SetNodeLabel[];
  readonly isCut: boolean;
}

/** Other values of the labels by which the node is in a domain, as far as a person may set them; null: none. */
export function relabeled(pair: Pair, keys: readonly string[]): Relabeling {
  const found = settable(pair, keys).map((label) => ({ label, ...labelValuesFor(pair, label) }));
  return {
    changes: found.flatMap(({ label, values }) => values.map((value) => setting(pair, label, value))),
    isCut: found.some(({ isCut }) => isCut),
  };
}

/**
 * The ways out of the domains of these labels. A node without the label is in no domain, so other values are only of
 * use where the pod asks for the label.
 */
export function leavingDomain(pair: Pair, keys: readonly string[]): Relabeling {
  const asked = askedKeys(pair);
  const [valued, bare] = [keys.filter((key) => asked.has(key)), keys.filter((key) => !asked.has(key))];
  const { changes, isCut } = relabeled(pair, valued);
  return { changes: [...settable(pair, bare).map((label) => setting(pair, label, null)), ...changes], isCut };
}

function settable(pair: Pair, keys: readonly string[]): readonly string[] {
  return [...new Set(keys)].filter((key) => pair.maySet(key));
}

function setting({ nodeName }: Pair, label: string, value: string | null): SetNodeLabel {
  return { kind: 'setNodeLabel', node: nodeName, label, value };
}

/** Labels that the pod asks a node to have, or to have a value of. */
function askedKeys(pair: Pair): ReadonlySet<string> {
  const {
    pod: { spec },
    incoming,
  } = pair;
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return new Set([
    ...Object.keys(spec?.nodeSelector ?? {}),
    ...(required?.nodeSelectorTerms ?? []).flatMap((term) => (term.matchExpressions ?? []).map(({ key }) => key)),
    ...(spec?.topologySpreadConstraints ?? []).map(({ topologyKey = '' }) => topologyKey),
    ...defaultSpread(incoming, pair).map(({ topologyKey }) => topologyKey),
    ...incoming.terms.requiredAffinity.map(({ topologyKey }) => topologyKey),
  ]);
}
