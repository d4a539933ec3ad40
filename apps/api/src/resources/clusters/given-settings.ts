import type { ClusterSettings } from '#cluster';
import type { z } from 'zod';
import { withoutUndefined } from '../../ground/http/index.js';
import type { clusterSettings } from './cluster.schema.js';

/** What a validated body says of a cluster beside its name, as the service takes it. */
export function givenSettings({
  traceBudget,
  ...rest
}: z.output<z.ZodObject<typeof clusterSettings>>): Omit<Partial<ClusterSettings>, 'name'> {
  return {
    ...withoutUndefined(rest),
    ...(traceBudget === undefined ? {} : { traceBudget: withoutUndefined(traceBudget) }),
  };
}
