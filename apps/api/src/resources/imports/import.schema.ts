import { z } from 'zod';
import { allKinds } from '#kubernetes';
import { atQuery, publishedAs } from '../../ground/http/index.js';

export const onError = z.enum(['abort', 'skip']);

export const onLoss = z.enum(['warn', 'abort']);

export const onQuota = z.enum(['report', 'enforce']);

/** How to import, as every face says it. */
export const importOptions = z.strictObject({
  onError: onError.default('abort').describe('When objects are not valid: import nothing, or the others.'),
  onUnknown: onLoss
    .default('warn')
    .describe(
      'When objects have fields that Kubernetes does not know, or that stand twice: say so, or import nothing.',
    ),
  onIgnored: onLoss
    .default('warn')
    .describe('When there are objects of kinds that are not kept: say so, or import nothing.'),
  quotas: onQuota
    .default('report')
    .describe(
      'What ResourceQuotas mean for the import: say what is over them afterwards, or hold every object to them, as ' +
        'if it was created here. What they have no room for is not valid then.',
    ),
});

export const importQuery = importOptions.extend({
  dryRun: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('`true`: answer what the import would do, and keep nothing.'),
});

const KIND_NAMES = allKinds().map(({ kind }) => kind as string);

export const exportQuery = z.strictObject({
  kinds: publishedAs(
    z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((kind) => kind.trim())
          .filter((kind) => kind !== ''),
      )
      .pipe(z.array(z.enum(KIND_NAMES))),
    { type: 'array', items: { type: 'string', enum: KIND_NAMES } },
  )
    .optional()
    .describe('Such as `Node,Pod`; all kinds when absent.'),
  ...atQuery,
});

const item = z.object({
  index: z.number().int().describe('Which object of the input, from 0.'),
  apiVersion: z.string(),
  kind: z.string(),
  namespace: z.string(),
  name: z.string(),
  field: z.string().optional(),
  message: z.string(),
});

const count = z.number().int().min(0);

const ignoredKind = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  count: count.describe('How many objects of it the input has.'),
  message: z.string().describe('What it means that they are not kept.'),
});

const change = item
  .pick({ index: true, apiVersion: true, kind: true, namespace: true, name: true })
  .extend({ change: z.enum(['created', 'updated']) });

export const importReport = z
  .object({
    revision: z
      .string()
      .describe('The revision that has what was imported; where nothing was changed, that of the cluster.'),
    dryRun: z.boolean().describe('Whether nothing was kept: the rest says what would be done.'),
    created: count.describe('Objects that are new.'),
    updated: count.describe('Objects that were replaced.'),
    unchanged: count.describe('Objects that were there like that already.'),
    warnings: z
      .array(item)
      .describe(
        'What was kept and is worth a look: fields that are unknown (and were left out) or stand twice, ' +
          'references to what is not there. The first thousand, and last how many more.',
      ),
    warningCount: count.describe('How many warnings there are.'),
    rejected: z.array(item).describe('What is wrong with objects that were left out. A thousand, as above.'),
    rejectedCount: count.describe('How many things are wrong: an object may have several.'),
    ignored: z.array(item).describe('Objects of kinds that are not kept. A thousand, as above.'),
    ignoredCount: count.describe('How many objects are of kinds that are not kept.'),
    ignoredKinds: z.array(ignoredKind).describe('These kinds, a hundred at most, and what they mean.'),
    overQuota: z
      .array(
        z.object({
          namespace: z.string(),
          quota: z.string(),
          resource: z.string(),
          hard: z.string().describe('The present limit.'),
          used: z.string().describe('The amount in use.'),
        }),
      )
      .optional()
      .describe(
        'Quotas of which more is used than they allow, in the namespaces that were written to, the first thousand; ' +
          'absent where there are none.',
      ),
    changes: z
      .array(change)
      .optional()
      .describe('Of a dry run: the objects that would be created or updated, the first thousand.'),
  })
  .meta({ id: 'ImportReport', description: 'What an import did.' });

/** The body of an import, where it is JSON: it is read by whoever keeps objects, and need not be one document. */
export const manifests = z
  .looseObject({ apiVersion: z.string(), kind: z.string() })
  .meta({ id: 'Manifests', description: 'A Kubernetes object, or a List of them.' });

/** What an export answers. */
export const manifestList = z
  .object({
    apiVersion: z.literal('v1'),
    kind: z.literal('List'),
    metadata: z.object({ resourceVersion: z.string() }),
    items: z.array(z.record(z.string(), z.unknown())),
  })
  .meta({ id: 'ManifestList', description: 'Kubernetes objects as a v1 List.' });
