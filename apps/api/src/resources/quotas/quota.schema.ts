import { z } from 'zod';
import { atQuery, pageQuery } from '../../ground/http/index.js';

export const quotasQuery = z.strictObject({
  namespace: z.string().optional().describe('In this namespace.'),
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
      .describe('`BestEffort`, `PriorityClass In (high)`: all of them hold for what it counts; empty for everything.'),
    resources: z
      .array(
        z.object({
          resource: z.string(),
          hard: z.string().describe('The present limit.'),
          used: z.string().describe('The amount in use.'),
          free: z.string().describe('How much is left; below nothing where more is used than may be.'),
          hardValue: amount,
          usedValue: amount,
          freeValue: amount,
        }),
      )
      .describe('By resource.'),
  })
  .meta({ id: 'Quota', description: 'A ResourceQuota: what it allows, what is used of it, what is left.' });

export const quotaPage = z
  .object({ items: z.array(quotaSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'QuotaPage', description: 'A page of quotas, by namespace and name.' });
