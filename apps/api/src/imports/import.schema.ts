import { z } from 'zod';
import { allKinds } from '#kubernetes';
import { atQuery, publishedAs } from '../http/index.js';

export const onError = z.enum(['abort', 'skip']);

export const importQuery = z.strictObject({
  onError: onError.default('abort').describe('When objects are not valid: import nothing, or the others.'),
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
      .refine(
        (kinds) => kinds.every((kind) => KIND_NAMES.includes(kind)),
        `must be kinds out of ${KIND_NAMES.join(', ')}`,
      ),
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

export const importReport = z
  .object({
    revision: z.string(),
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    warnings: z.array(item).describe('Kept, but worth a look: references to what is not there.'),
    rejected: z.array(item),
    ignored: z.array(item).describe('Of kinds that are not kept.'),
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
