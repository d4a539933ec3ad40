import type { ComparedPods, ComparisonRequest } from '#questions';
import type { z } from 'zod';
import { withoutUndefined } from '../../ground/http/index.js';
import { podRequestOf } from '../scheduling/index.js';
import type { comparisonAsked } from './comparison.schema.js';

/** A validated body as the service takes it. @throws RequestRefused for a selector that cannot be read. */
export function comparisonRequestOf(cluster: string, body: z.output<typeof comparisonAsked>): ComparisonRequest {
  const { a, b, seeds, preemption, limit } = body;
  return {
    cluster,
    a: withoutUndefined(a),
    b: withoutUndefined(b),
    of: podsOf(body),
    limit,
    ...withoutUndefined({ seeds, preemption }),
  };
}

function podsOf({ pods = {}, at, run, since, until }: z.output<typeof comparisonAsked>): ComparedPods {
  if (run !== undefined) return { run };
  if (since !== undefined) return withoutUndefined({ since, until });
  return { pods: podRequestOf(pods), ...withoutUndefined({ at }) };
}
