import { list, object, text, textMap } from '../decoding/index.js';
import type { LabelSelector, LabelSelectorRequirement } from './compile-label-selector.js';

/** metav1.LabelSelector. */
export const labelSelector = object<LabelSelector>({
  matchLabels: textMap,
  matchExpressions: list(object<LabelSelectorRequirement>({ key: text, operator: text, values: list(text) })),
});
