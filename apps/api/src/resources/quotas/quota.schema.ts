import { z } from 'zod';
import { objectType } from '../../ground/graphql/index.js';
import { atQuery, pageQuery } from '../../ground/http/index.js';

export const quotasQuery = z.strictObject({
  namespace: z.string().optional().describe('Only this namespace.'),
  ...atQuery,
  ...pageQuery,
});

const quotaLine = objectType('QuotaResource', 'Allowed, used and remaining amount of one resource.', {
  resource: z.string().describe('Its name: `requests.cpu`.'),
  hard: z.string().describe('The allowed amount, as Kubernetes writes it.'),
  used: z.string().describe('The amount in use.'),
  free: z.string().describe('Remaining amount; negative if more is used than allowed.'),
  hardValue: z.number().describe('The allowed amount, in cores, bytes or objects.'),
  usedValue: z.number().describe('The used amount, in the same unit.'),
  freeValue: z.number().describe('The remaining amount, in the same unit.'),
});

export const quotaSchema = z
  .object({
    namespace: z.string().describe('The namespace.'),
    name: z.string().describe('Its name.'),
    scopes: z
      .array(z.string())
      .describe(
        '`BestEffort`, `PriorityClass In (high)`: objects count only if all scopes match; empty: all objects ' +
          'count.',
      ),
    resources: z.array(quotaLine).describe('By resource.'),
  })
  .meta({ id: 'Quota', description: 'A ResourceQuota: allowed, used and remaining amounts.' });

export const quotaPage = z
  .object({ items: z.array(quotaSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'QuotaPage', description: 'A page of quotas, by namespace and name.' });
