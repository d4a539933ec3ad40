import { z } from 'zod';

export const headsQuery = z.strictObject({
  clusters: z
    .string()
    .transform((text) => text.split(','))
    .describe('Ids or names of clusters, comma-separated, at most 50.'),
  after: z
    .string()
    .optional()
    .describe('The last `cursor` that was received; in an event stream `Last-Event-ID` takes precedence.'),
});

export const clusterHead = z
  .object({
    cluster: z.uuid(),
    name: z.string(),
    revision: z.string().describe('Number of the last revision.'),
    position: z.string().describe('Number of the last change in its log.'),
    at: z.iso.datetime().describe('When the last revision was written.'),
    run: z.uuid().nullable().describe('Its newest run that is not a dry run; null if there is none.'),
    counts: z.object({ nodes: z.number().int(), pods: z.number().int(), pendingPods: z.number().int() }),
    kinds: z
      .array(
        z.object({
          kind: z.string(),
          changes: z
            .number()
            .int()
            .describe('Number of changes of objects of the kind; an object written twice counts twice.'),
        }),
      )
      .nullable()
      .describe(
        'Number of changes since the previous event of this cluster, by kind; empty in the first event, ' +
          'unless the stream resumes after a cursor. Null: more than 100,000 changes, or some of them are ' +
          'archived; read the cluster again.',
      ),
    deleted: z.boolean().describe('Whether the cluster was deleted: no further events follow.'),
    cursor: z.string().describe('The position of all clusters of the request: resume after it.'),
  })
  .meta({ id: 'ClusterHead', description: 'The position of a cluster, and what changed since its previous event.' });

export const headList = z
  .object({
    items: z.array(clusterHead),
    cursor: z.string().describe('The position of all clusters: resume after it.'),
  })
  .meta({ id: 'ClusterHeads', description: 'Positions of clusters.' });
