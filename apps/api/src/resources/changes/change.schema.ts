import { allKinds } from '#kubernetes';
import { PROFILE_KIND } from '#scheduling';
import { z } from 'zod';
import { podReference } from '../decisions/index.js';
import { component, objectType, shown, words } from '../../ground/graphql/index.js';
import { pageQuery, publishedAs, time } from '../../ground/http/index.js';

export const changeOp = words('ChangeOp', 'What happened to an object.', {
  create: 'The object was created.',
  update: 'The object was replaced or patched.',
  bind: 'A pod was bound to a node.',
  evict: 'A pod was evicted, which deletes it.',
  delete: 'The object was deleted.',
  note: 'An entry about the log itself, not about an object.',
});

const number = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,17})$/, 'must be a decimal number')
  .transform(BigInt);
/** Those of objects that are stored, and that of profiles. */
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
    .describe(
      'Only changes after this position. In an event stream the default is the present, and `Last-Event-ID` ' +
        'takes precedence.',
    ),
  kinds: kindList.optional().describe('Only these kinds: `Pod,Node`.'),
  namespaces: list.optional().describe('Only these namespaces: `shop,web`; empty: none.'),
  name: z.string().optional().describe('Only objects of this name.'),
  uid: z.string().optional().describe('Only the object with this uid.'),
  op: changeOp.optional().describe('Only this operation.'),
  revision: number.optional().describe('Only this revision.'),
  since: time.optional().describe('Only at or after this time.'),
  until: time.optional().describe('Only before this time.'),
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

const cause = objectType('ChangeCause', 'What made a change, where the request of its revision did not by itself.', {
  by: z.string().describe('The controller that made the change, or `mirror`.'),
  change: z.string().optional().describe('Position of the change that the controller reacted to.'),
  timer: objectType('CauseTimer', 'A timer that was due.', {
    key: z.string().describe('What the controller looked at.'),
    at: z.iso.datetime().describe('The time of the cluster for which it was set.'),
  })
    .optional()
    .describe('The timer that was due.'),
  source: objectType('CauseSource', 'What a mirror saw in the cluster that it follows.', {
    resourceVersion: z.string().describe('The resourceVersion of the object there.'),
    at: z.iso.datetime().describe('When the mirror saw it, by its own clock.'),
  })
    .optional()
    .describe('In a cluster that follows a real one: what the mirror saw there.'),
});

const admissionStep = component('AdmissionStep', 'Fields that an admission step set.', {
  step: z.string().describe('The plugin of the API server that the step corresponds to: `LimitRanger`.'),
  changes: z
    .array(
      objectType('SetField', 'A field that an admission step set.', {
        path: z.string().describe('The field, as a JSON pointer (RFC 6901): `/spec/tolerations/0`.'),
        value: z.unknown().describe('The value that was set; null if the field was removed.'),
      }),
    )
    .describe('The fields, in order.'),
});

export const changeSchema = component('Change', 'One object created, replaced, bound, evicted or deleted.', {
  position: z.string().describe('Position in the log, and resourceVersion of the object.'),
  revision: z.string().describe('The revision that contains the change.'),
  at: z.iso.datetime().describe('When it was written.'),
  clusterAt: z.iso.datetime().optional().describe('The time of the cluster; absent in a cluster without a clock.'),
  cause: cause.optional().describe('What made the change; absent if the request of its revision did.'),
  op: changeOp.describe('The operation. note: an entry about the log itself, not about an object.'),
  apiVersion: z.string().describe('Group and version of the object: `v1`, `apps/v1`.'),
  kind: z.string().describe('The kind: `Pod`.'),
  namespace: z.string().describe('The namespace; empty for cluster-scoped kinds.'),
  name: z.string().describe('Its name.'),
  uid: z.string().describe('Its uid.'),
  object: object
    .optional()
    .describe(
      'The object after the change; for evict and delete, its last state; for note, the text of the note. ' +
        'None for bind.',
    ),
  patch: object.optional().describe('For bind: the merge patch (RFC 7396) that was applied to the pod.'),
  preemptor: podReference.optional().describe('For evict: the pod for which it was evicted.'),
  preemptedBy: z
    .literal('a pod of higher priority of another team')
    .optional()
    .describe('For evict, a description of the pod instead of `preemptor` if the caller may not know that pod.'),
  admission: shown(
    z
      .array(admissionStep)
      .optional()
      .describe('Fields that admission steps set, in the order of the steps; absent or empty if none set any.'),
    { absent: [] },
  ),
});

export const changePage = z
  .object({ items: z.array(changeSchema), nextPageToken: z.string().optional() })
  .meta({
    id: 'ChangePage',
    description:
      'A page of changes in the order of the log. It may contain few or no items although another page ' + 'follows.',
  });
