import { compileRequirements, labelSelectorRequirements, type LabelMatcher, type LabelSelector } from '#apimachinery';

const compiled = new WeakMap<LabelSelector, LabelMatcher>();
const NOTHING: LabelMatcher = () => false;

/** What a selector finds; one that is not there, is empty or is wrong finds nothing. */
export function matcherOf(selector: LabelSelector | undefined): LabelMatcher {
  if (selector === undefined) return NOTHING;
  const known = compiled.get(selector);
  if (known !== undefined) return known;
  const read = labelSelectorRequirements(selector);
  const isEmpty = !('requirements' in read) || read.requirements.length === 0;
  const matcher = isEmpty ? NOTHING : compileRequirements(read.requirements);
  compiled.set(selector, matcher);
  return matcher;
}
