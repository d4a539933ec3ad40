import { z } from 'zod';
import { Json, objectType, shown, words } from '../../ground/graphql/index.js';
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
const FIRST = 'In the first state.';
const SECOND = 'In the second state.';

const counts = objectType('CountDifference', 'A number in both states.', {
  before: count.describe(FIRST),
  after: count.describe(SECOND),
  difference: count.describe('Second minus first.'),
});
const quantities = objectType('QuantityDifference', 'An amount in both states, as canonical Kubernetes quantities.', {
  before: z.string().describe(FIRST),
  after: z.string().describe(SECOND),
  difference: z.string().describe('Second minus first; may be negative.'),
});

export const diffEnd = z.object({
  cluster: z.uuid(),
  name: z.string().describe('Its name.'),
  position: z.string().describe('The position; a decimal integer.'),
  revision: z.string().describe('The revision; a decimal integer.'),
  at: z.iso
    .datetime()
    .nullable()
    .describe('When that revision was written; for the present, when it was read; null at the start of the log.'),
  moment: z.string().describe('A moment that always selects the same state, for requests of further pages.'),
});

export const kindCount = objectType('KindCount', 'Number of objects of a kind.', {
  kind: z.string().describe('The kind.'),
  count: count.describe('Number of objects.'),
});

const op = words('DifferenceOp', 'How an object differs between two states.', {
  created: 'It exists in the second state only.',
  deleted: 'It exists in the first state only.',
  changed: 'It exists in both states and differs.',
});

export const objectDifference = objectType('ObjectDifference', 'An object that differs between two states.', {
  op: op.describe('How it differs.'),
  kind: z.string().describe('Its kind.'),
  namespace: z.string().describe('The namespace; empty for cluster-scoped kinds.'),
  name: z.string().describe('Its name.'),
  before: z
    .string()
    .nullable()
    .describe('resourceVersion in the first state; null if the object does not exist there.'),
  after: z
    .string()
    .nullable()
    .describe('resourceVersion in the second state; null if the object does not exist there.'),
  patch: shown(
    z
      .array(z.record(z.string(), z.unknown()))
      .describe(
        'JSON Patch (RFC 6902) from the first state to the second, from nothing for a created object; empty ' +
          'for a deleted one. Without resourceVersion, and between two clusters without uid, creationTimestamp ' +
          'and generation.',
      ),
    { type: () => Json },
  ),
});

export const placementDifference = objectType(
  'PlacementDifference',
  'A pod that is on different nodes, or on a node in one of the states only.',
  {
    pod: objectType('PlacedPodReference', 'Reference to a pod.', {
      namespace: z.string().describe('The namespace.'),
      name: z.string().describe('Its name.'),
    }).describe('The pod.'),
    from: z
      .string()
      .nullable()
      .describe('Name of its node in the first state; null if it is on none, or does not exist.'),
    to: z
      .string()
      .nullable()
      .describe('Name of its node in the second state; null if it is on none, or does not exist.'),
  },
);

const ratio = objectType('RatioDifference', 'A ratio in both states.', {
  before: z.number().nullable().describe('In the first state; null if nothing is allocatable.'),
  after: z.number().nullable().describe('In the second state; null if nothing is allocatable.'),
});

const resourceDifference = objectType('ResourceDifference', 'Allocatable and requests of a resource in two states.', {
  resource: z.string().describe('The resource.'),
  allocatable: quantities.describe('Allocatable of the nodes.'),
  requested: quantities.describe('Requests of pods on existing nodes, without succeeded and failed pods.'),
  ratio: ratio.describe('Requested divided by allocatable, rounded to six decimals; null if nothing is allocatable.'),
});

const requestDifference = objectType('RequestDifference', 'Requests of a resource on a node in two states.', {
  ...quantities.shape,
  resource: z.string().describe('The resource.'),
});

export const nodeDifference = objectType('NodeDifference', 'Requests on a node in two states.', {
  node: z.string().describe('Its name.'),
  pods: counts.describe('Pods on the node, without succeeded and failed pods.'),
  requested: z.array(requestDifference).describe('The resources whose requests differ, by name.'),
});

export const utilizationDifference = objectType('UtilizationDifference', 'Utilization of two states.', {
  nodes: counts.describe('Nodes.'),
  pods: counts.describe('Pods on existing nodes, without succeeded and failed pods.'),
  resources: z.array(resourceDifference).describe('By resource.'),
  movers: z
    .array(nodeDifference)
    .describe('The nodes with the largest difference in the utilization of any resource, at most ten.'),
});

export const diffSchema = z
  .object({
    from: diffEnd,
    to: diffEnd,
    objects: z.object({
      created: countsByKind.describe('Number of objects by kind, on all pages.'),
      deleted: countsByKind,
      changed: countsByKind,
      items: z.array(objectDifference).describe('By kind, namespace and name.'),
      nextPageToken,
    }),
    placements: z.object({
      count: count.describe('Number of pods on different nodes, on all pages.'),
      items: z.array(placementDifference),
      nextPageToken,
    }),
    utilization: utilizationDifference,
  })
  .meta({ id: 'Diff', description: 'The differences between two states.' });
