import type { Change } from '#explain';
import type { Pod } from '#scheduler';
import type { Situation } from '../applied-changes.js';

type SetNodeLabel = Extract<Change, { kind: 'setNodeLabel' }>;

/** Every other value of every label that a manifest names and that a person may set, and the node without the label. */
export function labelChanges({ nodes, bound, pod, node }: Situation): readonly SetNodeLabel[] {
  const own = nodes.find(({ metadata }) => metadata?.name === node)?.metadata?.labels ?? {};
  const values = new Map<string, Set<string>>();
  const note = (key: string | undefined, ...named: readonly string[]): void => {
    if (key === undefined || key.includes('kubernetes.io/')) return;
    const known = values.get(key) ?? new Set<string>();
    for (const value of named) known.add(value);
    values.set(key, known);
  };
  for (const one of [pod, ...bound]) for (const key of topologyKeys(one)) note(key);
  for (const [key, value] of Object.entries(pod.spec?.nodeSelector ?? {})) note(key, value);
  for (const { key, operator, values: named = [] } of expressionsOf(pod)) note(key, ...wantedBy(operator, named));
  for (const { metadata } of nodes)
    for (const [key, value] of Object.entries(metadata?.labels ?? {})) if (values.has(key)) note(key, value);
  return [...values].flatMap(([label, named]) =>
    [...named, null]
      .filter((value) => value !== (own[label] ?? null))
      .map((value): SetNodeLabel => ({ kind: 'setNodeLabel', node, label, value })),
  );
}

function wantedBy(operator: string, named: readonly string[]): readonly string[] {
  const [first = '0'] = named;
  if (operator === 'Gt') return [String(Number(first) + 1)];
  if (operator === 'Lt') return [String(Number(first) - 1)];
  if (operator === 'Exists') return ['true'];
  return named;
}

interface Expression {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

function expressionsOf({ spec }: Pod): readonly Expression[] {
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (required?.nodeSelectorTerms ?? []).flatMap(({ matchExpressions = [] }) => matchExpressions as Expression[]);
}

function topologyKeys({ spec }: Pod): readonly string[] {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
  const terms = [podAffinity, podAntiAffinity].flatMap(
    (part) => part?.requiredDuringSchedulingIgnoredDuringExecution ?? [],
  );
  return [
    ...terms.map(({ topologyKey }) => topologyKey),
    ...(spec?.topologySpreadConstraints ?? []).map(({ topologyKey }) => topologyKey),
  ].filter((key) => key !== undefined);
}
