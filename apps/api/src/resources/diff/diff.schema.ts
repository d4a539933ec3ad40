import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';

const MOMENT = 'A position (`123`), a revision (`revision:42`) or an RFC 3339 time';

export const diffQuery = z
  .strictObject({
    from: z.string().optional().describe(`${MOMENT}. Required without \`with\`. Default with it: the present.`),
    to: z.string().optional().describe(`${MOMENT}, of the cluster \`with\` if it is set. Default: the present.`),
    with: z.string().optional().describe('Another cluster to compare with, by id or name.'),
    ...pageQuery,
    pageToken: z
      .string()
      .optional()
      .describe('`objects.nextPageToken` of the previous page, which must have had the same query.'),
    placementsPageToken: z
      .string()
      .optional()
      .describe('`placements.nextPageToken` of the previous page, which must have had the same query.'),
  })
  .refine(({ from, with: other }) => from !== undefined || other !== undefined, {
    path: ['from'],
    error: 'Required value: a moment, or another cluster in `with`',
  });

const count = z.number().int();
const nextPageToken = z.string().optional();
const countsByKind = z.record(z.string(), count);
const counts = z.object({ before: count, after: count, difference: count });
const quantities = z.object({ before: z.string(), after: z.string(), difference: z.string() });

const end = z.object({
  cluster: z.uuid(),
  name: z.string(),
  position: z.string(),
  revision: z.string(),
  at: z.iso
    .datetime()
    .nullable()
    .describe('When that revision was written; for the present, when it was read; null at the start of the log.'),
  moment: z.string().describe('A moment that always selects the same state.'),
});

const objectDifference = z.object({
  op: z.enum(['created', 'deleted', 'changed']),
  kind: z.string(),
  namespace: z.string().describe('The namespace; empty for cluster-scoped kinds.'),
  name: z.string(),
  before: z.string().nullable().describe('resourceVersion; null if the object does not exist.'),
  after: z.string().nullable(),
  patch: z
    .array(z.record(z.string(), z.unknown()))
    .describe(
      'JSON Patch (RFC 6902) from the first state to the second, from nothing for a created object; empty ' +
        'for a deleted one. Without resourceVersion, and between two clusters without uid, creationTimestamp ' +
        'and generation.',
    ),
});

export const diffSchema = z
  .object({
    from: end,
    to: end,
    objects: z.object({
      created: countsByKind.describe('Number of objects by kind, on all pages.'),
      deleted: countsByKind,
      changed: countsByKind,
      items: z.array(objectDifference).describe('By kind, namespace and name.'),
      nextPageToken,
    }),
    placements: z.object({
      count: count.describe('Number of pods on different nodes, on all pages.'),
      items: z.array(
        z.object({
          pod: z.object({ namespace: z.string(), name: z.string() }),
          from: z.string().nullable().describe('The node; null if the pod is on none, or does not exist.'),
          to: z.string().nullable(),
        }),
      ),
      nextPageToken,
    }),
    utilization: z.object({
      nodes: counts,
      pods: counts.describe('Pods on existing nodes, without succeeded and failed pods.'),
      resources: z.array(
        z.object({
          resource: z.string(),
          allocatable: quantities,
          requested: quantities,
          ratio: z
            .object({ before: z.number().nullable(), after: z.number().nullable() })
            .describe('Requested divided by allocatable; null if nothing is allocatable.'),
        }),
      ),
      movers: z
        .array(
          z.object({ node: z.string(), pods: counts, requested: z.array(quantities.extend({ resource: z.string() })) }),
        )
        .describe('The nodes with the largest difference in the utilization of any resource, at most ten.'),
    }),
  })
  .meta({ id: 'Diff', description: 'The differences between two states.' });
