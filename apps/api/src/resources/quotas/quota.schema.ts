import { z } from 'zod';
import { atQuery, pageQuery } from '../../ground/http/index.js';

export const quotasQuery = z.strictObject({
  namespace: z.string().optional().describe('Only this namespace.'),
  ...atQuery,
  ...pageQuery,
});

const amount = z.number().describe('In cores, bytes or objects.');

const quotaSchema = z
  .object({
    namespace: z.string(),
    name: z.string(),
    scopes: z
      .array(z.string())
      .describe(
        '`BestEffort`, `PriorityClass In (high)`: objects count only if all scopes match; empty: all objects ' +
          'count.',
      ),
    resources: z
      .array(
        z.object({
          resource: z.string(),
          hard: z.string().describe('The limit.'),
          used: z.string().describe('The amount in use.'),
          free: z.string().describe('Remaining amount; negative if more is used than allowed.'),
          hardValue: amount,
          usedValue: amount,
          freeValue: amount,
        }),
      )
      .describe('By resource.'),
  })
  .meta({ id: 'Quota', description: 'A ResourceQuota: allowed, used and remaining amounts.' });

export const quotaPage = z
  .object({ items: z.array(quotaSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'QuotaPage', description: 'A page of quotas, by namespace and name.' });
