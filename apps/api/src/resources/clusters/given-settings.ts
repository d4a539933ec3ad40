import type { ClusterSettings } from '#cluster';
import type { z } from 'zod';
import { withoutUndefined } from '../../ground/http/index.js';
import { kubeletModelOf } from './clock-settings.schema.js';
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

function clockOf({ kubelet, ...clock }: NonNullable<GivenSettings['clock']>): NonNullable<ClusterSettings['clock']> {
  return withoutUndefined({ ...clock, ...(kubelet && { kubelet: kubeletModelOf(kubelet) }) });
}
