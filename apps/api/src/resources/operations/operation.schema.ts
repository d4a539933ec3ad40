import { z } from 'zod';
import type { OPERATION_KINDS, OPERATION_STATES } from '#operations';
import { Json, objectType, shown, words } from '../../ground/graphql/index.js';
import { pageQuery } from '../../ground/http/index.js';
import { problemSchema } from '../../ground/openapi/index.js';

type Words<List extends readonly string[]> = Readonly<Record<List[number], string>>;

const operationKind = words('OperationKind', 'Kinds of long-running operations.', {
  verification: 'Verifying the stored records.',
  replay: 'Repeating decisions.',
  export: 'Writing a cluster or its ledger into a file.',
  comparison: 'Scheduling the same pods on two sides.',
  advance: 'Letting time pass in a cluster.',
  archive: 'Archiving history.',
  import: 'Importing manifests into a cluster.',
} satisfies Words<typeof OPERATION_KINDS>);

const operationState = words('OperationState', 'State of an operation.', {
  queued: 'It waits: of each kind one operation of a caller runs at a time.',
  running: 'It is running.',
  succeeded: 'It succeeded, and has a result.',
  failed: 'It failed; its problem gives the cause.',
  cancelled: 'It was cancelled, or the client of its synchronous request disconnected.',
} satisfies Words<typeof OPERATION_STATES>);

/** Whether to wait, in the body of every operation. */
export const wait = z
  .boolean()
  .default(true)
  .describe('False: answer 202 with the operation and continue in the background.');

const count = shown(z.number().int().min(0), { type: () => String });

export const listedOperation = z
  .object({
    id: z.uuid(),
    kind: operationKind.describe('Kind of the operation.'),
    cluster: z
      .uuid()
      .nullable()
      .describe('The cluster of the operation; null if it is about all clusters of the team.'),
    state: operationState.describe(
      'queued: it waits; of each kind one operation of a caller runs at a time. Operations that have ' +
        '`failed` or are `cancelled` have a `problem`.',
    ),
    caller: z.string().describe('Name of the caller who started it.'),
    place: z
      .number()
      .int()
      .min(1)
      .nullable()
      .describe(
        'While it is queued: its place in the queue, of a job among those of its team. The queue serves callers ' +
          'in rotation, so that it may start sooner.',
      ),
    progress: objectType('OperationProgress', 'Progress of an operation.', {
      done: shown(count, { description: 'The amount done; a decimal integer.' }),
      total: shown(count.describe('As far as known when it began.'), {
        description: 'The total amount, as far as known when it began; a decimal integer.',
      }),
      unit: z.string().describe('The unit of `done` and `total`, such as `decisions`.'),
      message: z.string().describe('The current step, for people.'),
    }).describe('Progress, updated once a second.'),
    request: shown(z.looseObject({}).describe('The request, as in REST.'), { type: () => Json }),
    problem: problemSchema
      .nullable()
      .describe('Why there is no result; null if there is one, or the operation is active.'),
    createdAt: z.iso.datetime().describe('When it was requested.'),
    startedAt: z.iso.datetime().nullable().describe('When it began to run; null before that.'),
    finishedAt: z.iso.datetime().nullable().describe('When it ended; null before that.'),
    expiresAt: z.iso.datetime().nullable().describe('When it expires: a day after it ended; null until it has ended.'),
  })
  .meta({ id: 'ListedOperation', description: 'A long-running operation, without its result.' });

export const operationSchema = z
  .object({
    ...listedOperation.shape,
    result: z
      .looseObject({})
      .nullable()
      .describe('The result, equal to the answer of the synchronous request; null if the operation has not succeeded.'),
  })
  .meta({ id: 'Operation', description: 'A long-running operation, with its progress and result.' });

export const operationPage = z
  .object({ items: z.array(listedOperation), nextPageToken: z.string().optional() })
  .meta({ id: 'OperationPage', description: 'A page of operations, newest first.' });

/** Which operations; all that is given must hold. */
export const operationFilter = z.strictObject({
  cluster: z.string().min(1).optional().describe('Only operations on this cluster, by id or name.'),
  kind: operationKind.optional().describe('Only operations of this kind.'),
  state: operationState.optional().describe('Only in this state.'),
});

export const operationListQuery = z.strictObject({ ...operationFilter.shape, ...pageQuery });
