import { z } from 'zod';
import { component, objectType, shown } from '../../ground/graphql/index.js';
import { ImportItemModel } from '../../ground/outcome/index.js';

const MOST_BEHIND_MS = 2 ** 31 - 1;

export const mirrorQuery = z.strictObject({
  stream: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be 1 to 64 letters, digits, `.`, `_` or `-`')
    .describe('The stream of batches: a text that the sender draws each time it starts.'),
  sequence: z.coerce
    .number()
    .int()
    .min(0)
    .describe('Number of the batch in its stream. 0 begins the stream. A batch that was taken is answered as before.'),
  takeOver: z
    .stringbool()
    .optional()
    .describe('With batch 0, `true`: follow even if another mirror is alive. It is refused from then on.'),
  ends: z
    .stringbool()
    .optional()
    .describe('`true`: the stream ends with this batch, and another mirror may follow at once.'),
  behindMs: z.coerce
    .number()
    .int()
    .min(0)
    .max(MOST_BEHIND_MS)
    .optional()
    .describe('Age of the oldest change of the batch, in milliseconds.'),
  traces: z
    .string()
    .regex(/^(all|disagreements|sample:[1-9][0-9]{0,5})$/, 'must be all, disagreements or sample:N')
    .optional()
    .describe(
      'With batch 0: of which decisions of the scheduler the trace of what Berth decides is stored: `all` (default), ' +
        '`disagreements` (and pods for which no node was found), or `sample:N`, one in N.',
    ),
  windowMs: z.coerce
    .number()
    .int()
    .min(0)
    .max(60_000)
    .optional()
    .describe(
      'With batch 0: changes seen so many milliseconds before a decision may not be known to it; default 2000.',
    ),
  source: z
    .string()
    .max(200)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'must not have control characters')
    .optional()
    .describe('With batch 0: what is followed, in words.'),
});

const item = shown(
  z.object({
    index: z.number().int().describe('Index of the event in the batch, from 0.'),
    apiVersion: z.string().describe('Group and version: `v1`.'),
    kind: z.string().describe('The kind: `Pod`.'),
    namespace: z.string().describe('The namespace; empty for cluster-scoped kinds.'),
    name: z.string().describe('The name.'),
    field: z.string().optional(),
    message: z.string(),
  }),
  { type: () => ImportItemModel },
);

const count = z.number().int().min(0);

export const mirrorReport = component('MirrorReport', 'The result of a batch of a mirror.', {
  stream: z.string().describe('The stream.'),
  sequence: z.string().describe('Number of the batch; a decimal integer.'),
  revision: z
    .string()
    .describe('The revision that contains the batch; if nothing changed, the present one. A decimal integer.'),
  counts: objectType('MirrorCounts', 'Numbers of objects and events of a batch.', {
    created: count.describe('Objects created.'),
    updated: count.describe('Objects replaced.'),
    deleted: count.describe('Objects deleted.'),
    unchanged: count.describe('Events about objects that were already as they say.'),
    leftOut: count.describe('Events of which nothing is stored; `warnings` has the reasons.'),
  }).describe('Numbers of objects and events.'),
  warnings: z
    .array(item)
    .describe(
      'Objects that are not stored as they were sent, or not at all, and why. The first hundred, then an entry with ' +
        'the number of further ones.',
    ),
  warningCount: count.describe('Number of warnings.'),
});

/** A line of a batch. */
export const mirrorEvent = z
  .looseObject({
    type: z
      .enum(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'LIST_BEGIN', 'LIST_END', 'SEEN'])
      .describe(
        'As in a watch of Kubernetes; LIST_BEGIN and LIST_END around the objects of a list, whose end deletes the ' +
          'objects of the kind that it did not name; SEEN: the list names the object, and says no more of it.',
      ),
    object: z
      .looseObject({ apiVersion: z.string(), kind: z.string() })
      .describe('The object; of LIST_BEGIN and LIST_END, its kind alone.'),
    at: z.iso.datetime().optional().describe('When the sender saw it.'),
  })
  .meta({ id: 'MirrorEvent', description: 'An event of a batch; each is one line (NDJSON).' });
