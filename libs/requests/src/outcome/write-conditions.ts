import { refuse, type Outcome } from './outcome.js';

/**
 * What a write makes its condition, by the versions of the thing that is written: that it has one of some, or none of
 * others. `*` is any version.
 */
export interface WriteConditions {
  readonly match?: readonly string[];
  readonly noneMatch?: readonly string[];
}

/** The thing that a condition is about: in words, and the versions that it is called by; none where it is not there. */
export interface Conditioned {
  readonly what: string;
  readonly versions: readonly string[];
}

/** PreconditionFailed where a condition does not hold. Asked under the lock of the write. */
export function unmet(
  { match, noneMatch }: WriteConditions,
  { what, versions }: Conditioned,
): Outcome<never> | undefined {
  const [current = ''] = versions;
  const has = (named: readonly string[]): boolean =>
    versions.length > 0 && named.some((one) => one === '*' || versions.includes(one));
  if (match !== undefined && !has(match))
    return refuse({ kind: 'PreconditionFailed', what, given: match.join(', '), current });
  if (noneMatch !== undefined && has(noneMatch))
    return refuse({ kind: 'PreconditionFailed', what, given: `none of ${noneMatch.join(', ')}`, current });
  return undefined;
}
