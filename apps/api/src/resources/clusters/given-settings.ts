import type { ClusterSettings } from '#cluster';
import type { z } from 'zod';
import { withoutUndefined } from '../../ground/http/index.js';
import type { clusterSettings, creationSettings } from './cluster.schema.js';

type GivenSettings = z.output<z.ZodObject<typeof clusterSettings>> &
  Partial<z.output<z.ZodObject<typeof creationSettings>>>;

/** What a validated body says of a cluster beside its name, as the service takes it. */
export function givenSettings({ traceBudget, clock, ...rest }: GivenSettings): Omit<Partial<ClusterSettings>, 'name'> {
  return {
    ...withoutUndefined(rest),
    ...(traceBudget === undefined ? {} : { traceBudget: withoutUndefined(traceBudget) }),
    ...(clock === undefined ? {} : { clock: clockOf(clock) }),
  };
}

/** Of its modes there is one. */
function clockOf({ mode: _, ...clock }: NonNullable<GivenSettings['clock']>): NonNullable<ClusterSettings['clock']> {
  return withoutUndefined(clock);
}
