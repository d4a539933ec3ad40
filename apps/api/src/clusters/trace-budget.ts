import type { ClusterSettings } from '#cluster';
import type { z } from 'zod';
import { withoutUndefined } from '../http/index.js';
import type { clusterChange } from './cluster.schema.js';

/** The trace budget of a validated body as the service takes it. */
export function budgetOf({ traceBudget }: z.infer<typeof clusterChange>): Pick<ClusterSettings, 'traceBudget'> {
  return traceBudget === undefined ? {} : { traceBudget: withoutUndefined(traceBudget) };
}
