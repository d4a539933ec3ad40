import { internalText } from './internal-view.js';
import { lineDifference } from './line-difference.js';

export { checkImmutableAs } from './checked-change.js';
export { internalView } from './internal-view.js';

/** Where two values of a type differ, as the API server tells it. */
export function internalDifference(before: unknown, after: unknown, type: string): string {
  return lineDifference(internalText(before, type), internalText(after, type));
}
