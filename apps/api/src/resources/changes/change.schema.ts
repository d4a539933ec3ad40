import { allKinds } from '#kubernetes';
import { PROFILE_KIND } from '#scheduling';
import { z } from 'zod';
import { pageQuery, publishedAs, time } from '../../ground/http/index.js';

const OPS = ['create', 'update', 'bind', 'evict', 'delete', 'note'] as const;

const number = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,17})$/, 'must be a decimal number')
  .transform(BigInt);
/** Those of objects that are kept, and that of profiles. */
const KINDS = [...allKinds().map(({ kind }) => kind as string), PROFILE_KIND] as const;
const texts = z.string().transform((text) => text.split(','));
const list = publishedAs(texts, { type: 'array', items: { type: 'string' } });
const kindList = publishedAs(texts.pipe(z.array(z.enum(KINDS))), {
  type: 'array',
  items: { type: 'string', enum: KINDS },
});

/** A position as a client gives it. */
export const position = number;

export const changeQuery = z.strictObject({
  after: number
    .optional()
    .describe('After this position. As events, without it: from now on; `Last-Event-ID` goes before it.'),
  kinds: kindList.optional().describe('Of these kinds: `Pod,Node`.'),
  namespaces: list.optional().describe('In these namespaces: `shop,web`; empty: in none.'),
  name: z.string().optional().describe('Of objects of this name.'),
  uid: z.string().optional().describe('Of the object with this uid.'),
  op: z.enum(OPS).optional().describe('Of this sort.'),
  revision: number.optional().describe('Of this revision.'),
  since: time.optional().describe('At this time or later.'),
  until: time.optional().describe('Before this time.'),
  ...pageQuery,
});

/** What the arguments of GraphQL read as the query does; lists are lists there. */
export const changeArgs = changeQuery.pick({
  name: true,
  uid: true,
  op: true,
  revision: true,
  since: true,
  until: true,
});
export const changePosition = changeQuery.pick({ after: true });
export const changeKinds = z.strictObject({ kinds: z.array(z.enum(KINDS)).optional() });

const object = z.record(z.string(), z.unknown());

const admissionStep = z
  .object({
    step: z.string().describe("That of the chain, which is that of the API server's plugin: `LimitRanger`."),
    changes: z.array(
      z.object({
        path: z.string().describe('The field, as a JSON pointer (RFC 6901): `/spec/tolerations/0`.'),
        value: z.unknown().describe('What it was set to; null where it was taken away.'),
      }),
    ),
  })
  .meta({ id: 'AdmissionStep', description: 'What a step of admission set.' });

export const changeSchema = z
  .object({
    position: z.string().describe("The change's place in the log, and the object's resourceVersion."),
    revision: z.string().describe('The committed write that it is of.'),
    at: z.iso.datetime(),
    op: z.enum(OPS).describe('note: an entry about the log itself, and about no object.'),
    apiVersion: z.string(),
    kind: z.string(),
    namespace: z.string(),
    name: z.string(),
    uid: z.string(),
    object: object
      .optional()
      .describe('The object as it is now; where it went (evict, delete) as it last was; of a note, what it says.'),
    patch: object.optional().describe('Of a binding: the merge patch (RFC 7396) that makes the pod what it is now.'),
    preemptor: z
      .object({ namespace: z.string(), name: z.string(), uid: z.string() })
      .optional()
      .describe('Of an eviction: the pod that it made room for.'),
    preemptedBy: z
      .literal('a pod of higher priority of another team')
      .optional()
      .describe('Instead of `preemptor`, where the reader may not know that pod.'),
    admission: z
      .array(admissionStep)
      .optional()
      .describe('What each step of admission set of what was sent, in their order; absent where none set anything.'),
  })
  .meta({ id: 'Change', description: 'One object created, replaced, bound, evicted or deleted.' });

export const changePage = z
  .object({ items: z.array(changeSchema), nextPageToken: z.string().optional() })
  .meta({
    id: 'ChangePage',
    description: 'A page of changes, in the order of the log. It may hold few or none and yet have a next one.',
  });
