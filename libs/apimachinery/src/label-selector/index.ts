export {
  compileRequirements,
  labelValue,
  parseInt64,
  type LabelMatcher,
  type LabelOperator,
  type LabelRequirement,
  type Labels,
} from './label-requirement.js';
export { requirementProblems } from './requirement-problems.js';
export { parseLabelSelector, type ParsedLabelSelector, type SelectorProblem } from './parse-label-selector.js';
export {
  compileLabelSelector,
  labelSelectorRequirements,
  type LabelSelector,
  type LabelSelectorRequirement,
} from './compile-label-selector.js';
export { labelSelectorError } from './label-selector-error.js';
export { labelSelector } from './label-selector-fields.js';
export { checkLabelSelector, checkOperands } from './label-selector-rules.js';
