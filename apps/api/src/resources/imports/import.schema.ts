import { z } from 'zod';
import { allKinds } from '#kubernetes';
import { component, objectType, shown, words } from '../../ground/graphql/index.js';
import { atQuery, publishedAs } from '../../ground/http/index.js';
import { ImportItemModel } from '../../ground/outcome/index.js';

const onError = words('OnError', 'How an import handles invalid objects.', {
  abort: 'Import nothing.',
  skip: 'Import the valid objects, and nodes that have a uid without their invalid fields.',
});

const onLoss = words('OnLoss', 'How an import handles what it does not store.', {
  warn: 'Import, and report it.',
  abort: 'Import nothing.',
});

const onQuota = words('OnQuota', 'How an import enforces ResourceQuotas.', {
  report: 'Report quotas that are exceeded after the import.',
  enforce: 'Check every object as if it was created now.',
});

/** How to import, as every face says it. */
export const importOptions = z.strictObject({
  onError: onError
    .default('abort')
    .describe(
      'If objects are invalid: import nothing, or only the valid ones, and nodes that have a uid without their ' +
        'invalid fields.',
    ),
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

const object = {
  index: z.number().int().describe('Index of the object in the input, from 0.'),
  apiVersion: z.string().describe('Group and version: `v1`.'),
  kind: z.string().describe('The kind: `Pod`.'),
  namespace: z.string().describe('The namespace; empty for cluster-scoped kinds.'),
  name: z.string().describe('The name.'),
};

const item = shown(z.object({ ...object, field: z.string().optional(), message: z.string() }), {
  type: () => ImportItemModel,
});

const count = z.number().int().min(0);

const ignoredKind = objectType('IgnoredKind', 'An unsupported kind, and the consequence of leaving it out.', {
  apiVersion: z.string().describe('Group and version: `apps/v1`.'),
  kind: z.string().describe('The kind: `Deployment`.'),
  count: count.describe('Number of objects of the kind in the input.'),
  message: z.string().describe('Consequence of leaving the kind out.'),
});

const change = objectType('ImportChange', 'An object that an import would write.', {
  ...object,
  change: words('ImportedChange', 'What an import does to an object.', {
    created: 'The object is created.',
    updated: 'The object is replaced.',
  }).describe('What would happen to the object.'),
});

const overQuota = objectType('OverQuota', 'A quota of which more of a resource is used than allowed.', {
  namespace: z.string().describe('The namespace of the quota.'),
  quota: z.string().describe('Its name.'),
  resource: z.string().describe('The resource.'),
  hard: z.string().describe('The limit.'),
  used: z.string().describe('The amount in use.'),
});

export const importReport = component('ImportReport', 'The result of an import, or of its dry run.', {
  revision: z
    .string()
    .describe(
      'The revision that contains the import; if nothing changed, the present revision of the cluster. A ' +
        'decimal integer.',
    ),
  dryRun: z.boolean().describe('Whether nothing was written: the other fields report what would be done.'),
  created: count.describe('Number of objects created.'),
  updated: count.describe('Number of objects replaced.'),
  unchanged: count.describe('Number of objects that were already present and equal.'),
  warnings: z
    .array(item)
    .describe(
      'Warnings about imported objects: unknown fields, which were dropped, duplicate fields, invalid fields of ' +
        'observed objects that placement does not read, which were left out, converted versions, references to ' +
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
    .array(overQuota)
    .optional()
    .describe(
      'Exceeded quotas in the namespaces that were written to, the first thousand; absent or null if there are none.',
    ),
  changes: z
    .array(change)
    .optional()
    .describe('In a dry run: the objects that would be created or updated, the first thousand.'),
});

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
