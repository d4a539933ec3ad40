import { z } from 'zod';
import { OPERATION_KINDS, OPERATION_STATES } from '#operations';
import { pageQuery } from '../../ground/http/index.js';
import { problemSchema } from '../../ground/openapi/index.js';

export const operationKind = z.enum(OPERATION_KINDS);
export const operationState = z.enum(OPERATION_STATES);

/** Whether to wait, in the body of whatever is an operation. */
export const wait = z
  .boolean()
  .default(true)
  .describe('False: answer 202 with the operation, which goes on by itself.');

const count = z.number().int().min(0);

const listedOperation = z
  .object({
    id: z.uuid(),
    kind: operationKind,
    cluster: z.uuid().nullable().describe('The cluster that it is about; null where it is about all of the team.'),
    state: operationState.describe(
      'queued: it waits for its turn; of each kind one at a time is worked on for a caller. Those that have `failed` ' +
        'or are `cancelled` have a `problem`.',
    ),
    caller: z.string().describe('Who asked for it.'),
    place: z
      .number()
      .int()
      .min(1)
      .nullable()
      .describe('While it is queued: which one in the queue it is. Callers take turns, so that it may be sooner.'),
    progress: z.object({
      done: count,
      total: count.describe('As far as was known when it began.'),
      unit: z.string().describe('What is counted, such as `decisions`.'),
      message: z.string().describe('What is being done, for people.'),
    }),
    request: z.looseObject({}).describe('What was asked for.'),
    problem: problemSchema.nullable().describe('Why it has no result; null where it has one, or has not ended.'),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable().describe('When it is forgotten: a day after it ended.'),
  })
  .meta({ id: 'ListedOperation', description: 'Something that takes long, without what it came to.' });

export const operationSchema = z
  .object({
    ...listedOperation.shape,
    result: z
      .looseObject({})
      .nullable()
      .describe('What it came to, as whoever waits for it is answered; null where it has not succeeded.'),
  })
  .meta({ id: 'Operation', description: 'Something that takes long, how far it is, and what it came to.' });

export const operationPage = z
  .object({ items: z.array(listedOperation), nextPageToken: z.string().optional() })
  .meta({ id: 'OperationPage', description: 'A page of operations, newest first.' });

/** Which operations; all that is given must hold. */
export const operationFilter = z.strictObject({
  cluster: z.string().min(1).optional().describe('About this cluster, by id or name.'),
  kind: operationKind.optional().describe('Of this kind.'),
  state: operationState.optional().describe('That are so far.'),
});

export const operationListQuery = z.strictObject({ ...operationFilter.shape, ...pageQuery });
