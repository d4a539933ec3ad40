import { z } from 'zod';
import { allKinds } from '#kubernetes';

const KIND_NAMES = allKinds().map(({ kind }) => kind as string);
const revision = z.string().regex(/^[1-9][0-9]{0,17}$/, 'must be a decimal number from 1');

/** What each field goes with. */
const OF = { kinds: 'manifests', at: 'manifests', fromRevision: 'ledger', toRevision: 'ledger' } as const;

/** The body of an export into a file. */
export const exportBody = z
  .strictObject({
    what: z
      .enum(['manifests', 'ledger'])
      .default('manifests')
      .describe('manifests: the objects of one state, as a v1 List in JSON; ledger: the history, for `berth verify`.'),
    kinds: z
      .array(z.enum(KIND_NAMES))
      .min(1)
      .optional()
      .describe('For manifests: only these kinds. Default: all kinds.'),
    at: z.string().min(1).optional().describe('For manifests: the state at this moment.'),
    fromRevision: revision
      .optional()
      .describe('For the ledger: the first revision. Default: the first one of the cluster.'),
    toRevision: revision
      .optional()
      .describe('For the ledger: the last revision. Default: the last one of the cluster.'),
  })
  .superRefine((body, context) => {
    for (const field of Object.keys(OF) as (keyof typeof OF)[])
      if (body[field] !== undefined && OF[field] !== body.what)
        context.addIssue({ code: 'custom', path: [field], message: `is for ${OF[field]}, not for ${body.what}` });
  })
  .meta({ id: 'ExportInput', description: 'What to export.' });
