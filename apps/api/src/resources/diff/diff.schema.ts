import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';

const MOMENT = 'A position (`123`), a revision (`revision:42`) or an RFC 3339 time';

export const diffQuery = z
  .strictObject({
    from: z.string().optional().describe(`${MOMENT}. Required without \`with\`. Default with it: the present.`),
    to: z.string().optional().describe(`${MOMENT}, of the cluster \`with\` if it is set. Default: the present.`),
    with: z.string().optional().describe('Another cluster, by id or name, to compare with.'),
    ...pageQuery,
    pageToken: z.string().optional().describe('`objects.nextPageToken` of the page before, given with the same query.'),
    placementsPageToken: z
      .string()
      .optional()
      .describe('`placements.nextPageToken` of the page before, given with the same query.'),
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
    .describe('When that revision was written, and of the present when it was read; null where the log begins.'),
  moment: z.string().describe('A moment that leads to the same state for good.'),
});

const objectDifference = z.object({
  op: z.enum(['created', 'deleted', 'changed']),
  kind: z.string(),
  namespace: z.string().describe('Empty for kinds that live in no namespace.'),
  name: z.string(),
  before: z.string().nullable().describe('Its resourceVersion; null where it is not there.'),
  after: z.string().nullable(),
  patch: z
    .array(z.record(z.string(), z.unknown()))
    .describe(
      'RFC 6902: makes the later object of the earlier one, of nothing where there was none; empty where it ' +
        'is deleted. resourceVersion is not in it, and between two clusters neither are uid, ' +
        'creationTimestamp and generation.',
    ),
});

export const diffSchema = z
  .object({
    from: end,
    to: end,
    objects: z.object({
      created: countsByKind.describe('How many by kind, on whatever page.'),
      deleted: countsByKind,
      changed: countsByKind,
      items: z.array(objectDifference).describe('By kind, namespace and name.'),
      nextPageToken,
    }),
    placements: z.object({
      count: count.describe('Pods that are on another node, on whatever page.'),
      items: z.array(
        z.object({
          pod: z.object({ namespace: z.string(), name: z.string() }),
          from: z.string().nullable().describe('The node; null where the pod is on none, or not there.'),
          to: z.string().nullable(),
        }),
      ),
      nextPageToken,
    }),
    utilization: z.object({
      nodes: counts,
      pods: counts.describe('Pods that take room: on a node that is there, and not finished.'),
      resources: z.array(
        z.object({
          resource: z.string(),
          allocatable: quantities,
          requested: quantities,
          ratio: z
            .object({ before: z.number().nullable(), after: z.number().nullable() })
            .describe('Requested by allocatable; null where nothing is allocatable.'),
        }),
      ),
      movers: z
        .array(
          z.object({ node: z.string(), pods: counts, requested: z.array(quantities.extend({ resource: z.string() })) }),
        )
        .describe('The nodes that moved most, by the share of any of their resources; ten at most.'),
    }),
  })
  .meta({ id: 'Diff', description: 'What makes one state of another.' });
