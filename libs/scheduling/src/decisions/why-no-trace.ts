import type { Decision } from '#audit';

/** Why the trace of a decision is not there. */
export function whyNoTrace({ traceDigest, outcome, observed }: Decision): string {
  if (traceDigest !== null) return 'the trace budget of its cluster kept nothing but the digest';
  if (observed?.eviction !== undefined) return 'an eviction has no trace';
  return `a pod that is ${outcome} before filtering has no trace`;
}
