import { ID } from '@nestjs/graphql';
import { z } from 'zod';
import { clusterCounts } from '../clusters/index.js';
import { objectType, shown } from '../../ground/graphql/index.js';

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
    name: z.string().describe('Its name.'),
    revision: z.string().describe('Number of the last revision; a decimal integer.'),
    position: z.string().describe('Number of the last change in its log; a decimal integer.'),
    at: z.iso.datetime().describe('When the last revision was written.'),
    run: shown(z.uuid().nullable().describe('Its newest run that is not a dry run; null if there is none.'), {
      type: () => ID,
      description: 'Plain id of its newest run that is not a dry run; null if there is none.',
    }),
    counts: clusterCounts.describe('Number of objects.'),
    kinds: z
      .array(
        objectType('TouchedKind', 'Number of changes of one kind.', {
          kind: z.string().describe('The kind: `Pod`.'),
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
