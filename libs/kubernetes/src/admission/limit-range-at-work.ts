import type { LimitRange } from '../kinds/index.js';
import type { FieldProblem } from '#apimachinery';
import type { AdmissionResult, LimitRangeAtWork } from './admission-context.js';

/** As reports name it: `LimitRange shop/limits`. */
export function rangeAtWork({ metadata }: LimitRange, field = ''): LimitRangeAtWork {
  return { field, name: `LimitRange ${metadata.namespace ?? ''}/${metadata.name}` };
}

/**
 * What is wrong with an object, for reports: the words of the API server, which never name a LimitRange, and behind
 * them the one that objects, or whose defaults stand in the field. Nothing for an object that is admitted.
 */
export function faultsOf(result: AdmissionResult): Pick<FieldProblem, 'field' | 'message'>[] {
  if ('problems' in result)
    return result.problems.map(({ field, message }) => ({
      field,
      message: message + defaultsIn(field, result.ranges),
    }));
  if ('forbidden' in result)
    return result.forbidden.map((message) => ({ field: '', message: message + objecting(result.ranges) }));
  return [];
}

/** Behind the sentences of the step that has just judged the object. */
export function objecting(ranges: readonly LimitRangeAtWork[]): string {
  return inWords(ranges.filter(({ field }) => field === ''));
}

function defaultsIn(field: string, ranges: readonly LimitRangeAtWork[] = []): string {
  const setting = ranges.filter((one) => one.field !== '' && field.startsWith(one.field));
  return setting.length === 0 ? '' : inWords(setting).replace('(', '(with the defaults of ');
}

function inWords(ranges: readonly LimitRangeAtWork[]): string {
  const names = [...new Set(ranges.map(({ name }) => name))];
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}
