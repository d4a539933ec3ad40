import { z } from 'zod';

export const headsQuery = z.strictObject({
  clusters: z
    .string()
    .transform((text) => text.split(','))
    .describe('Ids or names of clusters, with commas between, at most 50.'),
  after: z.string().optional().describe('The `cursor` that was read last; as events `Last-Event-ID` goes before it.'),
});

export const clusterHead = z
  .object({
    cluster: z.uuid(),
    name: z.string(),
    revision: z.string().describe('Number of its last committed write.'),
    position: z.string().describe('Number of the last change in its log.'),
    at: z.iso.datetime().describe('When that was written.'),
    run: z.uuid().nullable().describe('Its newest run that is no dry run; null before any.'),
    counts: z.object({ nodes: z.number().int(), pods: z.number().int(), pendingPods: z.number().int() }),
    kinds: z
      .array(
        z.object({
          kind: z.string(),
          changes: z
            .number()
            .int()
            .describe('Changes of objects of the kind; one that was written twice counts twice.'),
        }),
      )
      .nullable()
      .describe(
        'What was written since the last event about it, by kind; none in the first event, unless it goes on after a ' +
          'cursor. Null: more than 100,000 changes, or some that are archived; read again all that is shown.',
      ),
    deleted: z.boolean().describe('It was deleted: nothing follows.'),
    cursor: z.string().describe('Where all of the clusters were: go on after it.'),
  })
  .meta({ id: 'ClusterHead', description: 'Where a cluster is, and what was written since the last event about it.' });

export const headList = z
  .object({ items: z.array(clusterHead), cursor: z.string().describe('Of all: go on after it.') })
  .meta({ id: 'ClusterHeads', description: 'Where clusters are.' });
