import type { PodAffinity, PodAffinityTerm } from '../affinity/index.js';
import type { LabelSelector, LabelSelectorRequirement } from '../label-selector/index.js';
import { sameValue } from '../validation/index.js';
import type { Pod } from '../kinds/index.js';
import type { Admission } from './admission-context.js';

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
export function mergeLabelKeys({ object: pod, context: { operation }, isNew }: Admission<Pod>): void {
  if (!isNew) return;
  const { affinity, topologySpreadConstraints = [] } = pod.spec;
  const terms = [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap(termsOf);
  for (const keyed of [...terms, ...topologySpreadConstraints])
    mergeInto(keyed, pod.metadata.labels ?? {}, operation === 'import');
}

function termsOf(stanza: PodAffinity | undefined): PodAffinityTerm[] {
  const preferred = stanza?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...preferred.flatMap(({ podAffinityTerm }) => podAffinityTerm ?? []),
    ...(stanza?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
  ];
}

/**
 * Without a selector nothing is matched, and nothing can be added; validation says so. A label that the pod lacks adds
 * nothing.
 */
function mergeInto(keyed: KeyedSelector, labels: Readonly<Record<string, string>>, once: boolean): void {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = keyed;
  if (labelSelector === undefined) return;
  const given = labelSelector.matchExpressions ?? [];
  const added = [
    ...requirements(matchLabelKeys, 'In', labels),
    ...requirements(mismatchLabelKeys, 'NotIn', labels),
  ].filter((requirement) => !(once && given.some((present) => sameValue(present, requirement))));
  if (added.length > 0) keyed.labelSelector = { ...labelSelector, matchExpressions: [...given, ...added] };
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
