import type { Evidence } from '#scheduler';
import type { Trace } from './trace.js';

/**
 * A stored trace as evidence again, to compare it or to encode it again: of chunks of version 2, re-encoding
 * gives the digests of the part.
 * @throws RangeError when the trace is partial: the evidence is gone then.
 */
export function traceEvidence(trace: Trace): Evidence {
  const evidence = trace.evidence();
  if (evidence === null) throw new RangeError('a trace that was kept in part is no evidence');
  return evidence;
}
