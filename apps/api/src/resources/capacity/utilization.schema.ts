import { z } from 'zod';
import type { Division } from '#history';
import { objectType, shown, typeOf } from '../../ground/graphql/index.js';
import { atQuery, pageQuery } from '../../ground/http/index.js';

const WORDS = 'must be node, namespace, label:KEY or podLabel:KEY';

/** What is divided by, as it is written: `label:topology.kubernetes.io/zone`. */
export const divisionText = z.string().transform((text, context): Division => {
  const [word = '', ...rest] = text.split(':');
  const key = rest.join(':');
  if ((word === 'node' || word === 'namespace') && rest.length === 0) return { by: word };
  if ((word === 'label' || word === 'podLabel') && key !== '')
    return { by: word === 'label' ? 'nodeLabel' : 'podLabel', key };
  context.addIssue({ code: 'custom', message: WORDS });
  return z.NEVER;
});

const names = z.array(z.string()).refine((all) => new Set(all).size === all.length, 'lists a name twice');
const GROUP_BY =
  'What to group by: `label:KEY` for a label of nodes, `node`, `podLabel:KEY` for a label of pods, or ' +
  '`namespace`. Groups by nodes only have nodes, allocatable and free; groups by pods only have pending ' +
  'pods; groups by both have the requests of the pods on the nodes.';
const RESOURCES = 'Only these resources, such as `cpu`, `memory`, `nvidia.com/gpu`, `pods`. Default: all resources.';

const commas = z.string().transform((text) => text.split(','));

/** Texts with commas between them, as REST takes lists. */
export const utilizationQuery = z.strictObject({
  groupBy: commas.pipe(names.pipe(z.array(divisionText))).describe(GROUP_BY),
  resources: commas.pipe(names).optional().describe(RESOURCES),
  ...atQuery,
  ...pageQuery,
});

/** The same as arguments of GraphQL. */
export const utilizationArgs = z.strictObject({
  groupBy: names.min(1).pipe(z.array(divisionText)).describe(GROUP_BY),
  resources: names.optional().describe(RESOURCES),
});

const count = z.number().int();
export const resourceAmount = objectType('ResourceAmount', 'An amount of a resource.', {
  value: z.number().describe('In base units: cores, bytes, pieces.'),
  quantity: z.string().describe('The exact amount, as a Kubernetes quantity.'),
});

const groupValue = objectType('GroupValue', 'The value of a group in one of the criteria of `groupBy`.', {
  by: z.string().describe('The criterion as in the request: `label:topology.kubernetes.io/zone`.'),
  value: z.string().nullable().describe('The value; null if the label is missing.'),
});

/** A row: REST has its group as an object, GraphQL as a list. */
export const utilizationRow = shown(
  z.object({
    group: shown(
      z.record(z.string(), z.string().nullable()).describe('By the names of `groupBy`; null if the label is missing.'),
      { hidden: true },
    ),
    nodes: count.nullable().describe('Number of nodes; null if the groups are by labels of pods or by namespace.'),
    pods: count.describe('Pods on existing nodes, without succeeded and failed pods.'),
    pendingPods: count
      .nullable()
      .describe(
        'Pods that are not assigned to a node, without succeeded and failed pods; null if the groups are by ' +
          'labels of nodes or by node.',
      ),
    resource: z.string().describe('The resource: `cpu`, `memory`, `nvidia.com/gpu`, `pods`.'),
    allocatable: resourceAmount.nullable().describe('Allocatable of the nodes.'),
    requested: resourceAmount.describe('Requests of the pods on the nodes, as kube-scheduler computes them.'),
    free: resourceAmount
      .nullable()
      .describe('Allocatable minus requested; negative if more is requested than allocatable.'),
    pending: resourceAmount.nullable().describe('Requests of the pending pods.'),
    ratio: z
      .number()
      .nullable()
      .describe('Requested divided by allocatable, rounded to six decimals; null if nothing is allocatable.'),
  }),
  {
    name: 'UtilizationRow',
    about: 'One resource of the nodes or pods of one group.',
    also: {
      group: {
        type: typeOf(z.array(groupValue)),
        description: 'The group.',
        of: ({ group }: { readonly group: Readonly<Record<string, string | null>> }) =>
          Object.entries(group).map(([by, value]) => ({ by, value })),
      },
    },
  },
);

export const utilizationPage = z
  .object({
    items: z.array(utilizationRow).describe('One row for each group and resource, by the values of the group.'),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'UtilizationPage', description: 'Allocatable and requests: one row for each group and resource.' });
