import type { PodAffinity } from '../affinity/index.js';
import { sameValue, type LabelSelector, type LabelSelectorRequirement } from '#apimachinery';
import type { Pod } from '../kinds/index.js';
import type { Admission } from './admission-context.js';
import { pointerOf } from './mutation.js';

/** What has a selector that labels of the pod itself are added to: a term of pod affinity, or a spread constraint. */
interface KeyedSelector {
  labelSelector?: LabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

/**
 * Adds the pod's own values of `matchLabelKeys` and `mismatchLabelKeys` to the selectors, once and for all: labels that
 * change later change nothing here. A pod that is imported with a uid was created somewhere, where that was done; one
 * without may still show the requirement (its uid was taken off), and then is not given it twice.
 * // as API server v1.34 podStrategy.PrepareForCreate: mutatePodAffinity, mutateTopologySpreadConstraints
 */
export function mergeLabelKeys({ object: pod, context: { operation }, isNew, changed }: Admission<Pod>): void {
  if (!isNew) return;
  const { affinity, topologySpreadConstraints = [] } = pod.spec;
  const terms = (['podAffinity', 'podAntiAffinity'] as const).flatMap((field) =>
    termsOf(affinity?.[field], ['spec', 'affinity', field]),
  );
  const constraints = topologySpreadConstraints.map((keyed, index) => ({
    keyed,
    path: ['spec', 'topologySpreadConstraints', index],
  }));
  for (const { keyed, path } of [...terms, ...constraints])
    for (const { at, value } of mergeInto(keyed, pod.metadata.labels ?? {}, operation === 'import'))
      changed.push({ path: pointerOf(...path, 'labelSelector', 'matchExpressions', at), value });
}

/** Where in the pod a selector is. */
interface Placed {
  readonly keyed: KeyedSelector;
  readonly path: readonly (string | number)[];
}

function termsOf(stanza: PodAffinity | undefined, path: Placed['path']): Placed[] {
  const preferred = stanza?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const required = stanza?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...preferred.flatMap(({ podAffinityTerm: keyed }, index) => {
      const own = [...path, 'preferredDuringSchedulingIgnoredDuringExecution', index, 'podAffinityTerm'];
      return keyed === undefined ? [] : [{ keyed, path: own }];
    }),
    ...required.map((keyed, index) => {
      return { keyed, path: [...path, 'requiredDuringSchedulingIgnoredDuringExecution', index] };
    }),
  ];
}

/** A requirement that was added to a selector, and which one of its it is. */
interface AddedRequirement {
  readonly at: number;
  readonly value: LabelSelectorRequirement;
}

/**
 * Without a selector nothing is matched, and nothing can be added; validation says so. A label that the pod lacks adds
 * nothing.
 */
function mergeInto(
  keyed: KeyedSelector,
  labels: Readonly<Record<string, string>>,
  once: boolean,
): readonly AddedRequirement[] {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = keyed;
  if (labelSelector === undefined) return [];
  const given = labelSelector.matchExpressions ?? [];
  const added = [
    ...requirements(matchLabelKeys, 'In', labels),
    ...requirements(mismatchLabelKeys, 'NotIn', labels),
  ].filter((requirement) => !(once && given.some((present) => sameValue(present, requirement))));
  if (added.length > 0) keyed.labelSelector = { ...labelSelector, matchExpressions: [...given, ...added] };
  return added.map((value, index) => ({ at: given.length + index, value }));
}

function requirements(
  keys: readonly string[],
  operator: 'In' | 'NotIn',
  labels: Readonly<Record<string, string>>,
): LabelSelectorRequirement[] {
  return keys.flatMap((key) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
}
