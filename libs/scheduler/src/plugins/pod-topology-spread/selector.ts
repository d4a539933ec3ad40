import {
  compileRequirements,
  labelSelectorError,
  labelSelectorRequirements,
  labelValue,
  type LabelMatcher,
  type LabelRequirement,
  type Labels,
  type LabelSelector,
} from '#apimachinery';

/** Which pods a constraint spreads. */
export interface SpreadSelector {
  /** Whether a pod with these labels is one of them. */
  readonly matches: LabelMatcher;
  /** It asks for nothing, so that every pod matches; upstream counts none then. */
  readonly isEmpty: boolean;
}

const NOTHING: SpreadSelector = Object.freeze({ matches: () => false, isEmpty: false });

/**
 * The constraint's selector, narrowed to the pod's own values of `matchLabelKeys`; keys that the pod does not have say
 * nothing. No selector selects nothing, with any keys. As kube-scheduler v1.34 mergeLabelSetWithSelector. A
 * selector that cannot be read is a problem, in upstream's words.
 */
export function spreadSelector(
  selector: LabelSelector | null | undefined,
  matchLabelKeys: readonly string[],
  labels: Labels,
): SpreadSelector | { readonly problem: string } {
  if (selector === undefined || selector === null) return NOTHING;
  const read = labelSelectorRequirements(selector);
  if ('problems' in read) return { problem: labelSelectorError(selector) ?? '' };
  const own = matchLabelKeys.flatMap((key): LabelRequirement[] => {
    const value = labelValue(labels, key);
    return value === undefined ? [] : [{ key, operator: 'In', values: [value] }];
  });
  const requirements = [...own, ...read.requirements];
  return { matches: compileRequirements(requirements), isEmpty: requirements.length === 0 };
}
