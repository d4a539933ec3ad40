import { z } from 'zod';
import { allKinds } from '#kubernetes';
import { atQuery, publishedAs } from '../../ground/http/index.js';

export const onError = z.enum(['abort', 'skip']);

export const onLoss = z.enum(['warn', 'abort']);

export const onQuota = z.enum(['report', 'enforce']);

/** How to import, as every face says it. */
export const importOptions = z.strictObject({
  onError: onError.default('abort').describe('If objects are invalid: import nothing, or only the valid ones.'),
  onUnknown: onLoss
    .default('warn')
    .describe('If objects have unknown or duplicate fields: report them, or import nothing.'),
  onIgnored: onLoss
    .default('warn')
    .describe('If there are objects of unsupported kinds: report them, or import nothing.'),
  quotas: onQuota
    .default('report')
    .describe(
      'Enforcement of ResourceQuotas: report quotas that are exceeded after the import, or check every ' +
        'object as if it was created now, so that objects over quota are invalid.',
    ),
});

export const importQuery = importOptions.extend({
  dryRun: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .describe('`true`: report what the import would do, and write nothing.'),
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
    .describe('Only these kinds, such as `Node,Pod`. Default: all kinds.'),
  ...atQuery,
});

const item = z.object({
  index: z.number().int().describe('Index of the object in the input, from 0.'),
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
  count: count.describe('Number of objects of the kind in the input.'),
  message: z.string().describe('Consequence of leaving the kind out.'),
});

const change = item
  .pick({ index: true, apiVersion: true, kind: true, namespace: true, name: true })
  .extend({ change: z.enum(['created', 'updated']) });

export const importReport = z
  .object({
    revision: z
      .string()
      .describe('The revision that contains the import; if nothing changed, the present revision of the cluster.'),
    dryRun: z.boolean().describe('Whether nothing was written: the other fields report what would be done.'),
    created: count.describe('Number of objects created.'),
    updated: count.describe('Number of objects replaced.'),
    unchanged: count.describe('Number of objects that were already present and equal.'),
    warnings: z
      .array(item)
      .describe(
        'Warnings about imported objects: unknown fields, which were dropped, duplicate fields, references to ' +
          'objects that do not exist. The first thousand, then an entry with the number of further ones.',
      ),
    warningCount: count.describe('Number of warnings.'),
    rejected: z
      .array(item)
      .describe(
        'Problems of objects that were not imported. The first thousand, then an entry with the number of ' +
          'further ones.',
      ),
    rejectedCount: count.describe('Number of problems; an object may have several.'),
    ignored: z
      .array(item)
      .describe('Objects of unsupported kinds. The first thousand, then an entry with the number of further ones.'),
    ignoredCount: count.describe('Number of objects of unsupported kinds.'),
    ignoredKinds: z
      .array(ignoredKind)
      .describe('The unsupported kinds, at most a hundred, with the consequence of leaving each out.'),
    overQuota: z
      .array(
        z.object({
          namespace: z.string(),
          quota: z.string(),
          resource: z.string(),
          hard: z.string().describe('The limit.'),
          used: z.string().describe('The amount in use.'),
        }),
      )
      .optional()
      .describe(
        'Exceeded quotas in the namespaces that were written to, the first thousand; absent if there are ' + 'none.',
      ),
    changes: z
      .array(change)
      .optional()
      .describe('In a dry run: the objects that would be created or updated, the first thousand.'),
  })
  .meta({ id: 'ImportReport', description: 'The result of an import.' });

/** The body of an import, where it is JSON: it is read by the store of objects, and need not be one document. */
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
