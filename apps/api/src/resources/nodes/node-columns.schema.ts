import { z } from 'zod';
import { objectType } from '../../ground/graphql/index.js';
import { atQuery } from '../../ground/http/index.js';

const list = z.string().transform((text) => text.split(','));

/** The resources that are read by default. */
export const DEFAULT_RESOURCES: readonly string[] = ['cpu', 'memory'];

export const nodeColumnsQuery = z.strictObject({
  labels: list.optional().describe('Keys of labels, comma-separated, at most 20, one column each.'),
  resources: list
    .optional()
    .describe('Names of resources, comma-separated, at most 20, one column each. Default: `cpu,memory`.'),
  ...atQuery,
});

const rows = z.array(z.number().int());
const amounts = z.array(z.number());

const labelColumn = objectType('NodeLabelColumn', 'The values of one label on all nodes.', {
  key: z.string().describe('The key of the label.'),
  values: z.array(z.string()).describe('The distinct values, in byte order.'),
  indexes: rows.describe('For each node the index of its value in `values`, from 0; -1 if the label is missing.'),
});

const resourceColumn = objectType(
  'NodeResourceColumn',
  'One resource of all nodes, in base units: cores, bytes, pieces, pods.',
  {
    resource: z.string().describe('The resource: `cpu`, `memory`, `nvidia.com/gpu`, `pods`.'),
    nodes: z.number().int().describe('Number of nodes with the resource; 0 if no node has it.'),
    allocatable: amounts.describe('For each node its allocatable; 0 if it has none.'),
    requested: amounts.describe('For each node the requests of its pods, as kube-scheduler computes them.'),
  },
);

export const nodeColumnsSchema = z
  .object({
    revision: z.string().describe('Revision of the log; a decimal integer.'),
    position: z.string().describe('Position of the log; a decimal integer.'),
    names: z.array(z.string()).describe('The names of all nodes, in byte order.'),
    pods: rows.describe('For each node the number of its pods, without succeeded and failed pods.'),
    unready: rows.describe(
      'Rows (indexes in `names`, from 0) of nodes that are not ready: with a Ready condition that is not True.',
    ),
    cordoned: rows.describe('Rows of cordoned nodes: spec.unschedulable.'),
    tainted: rows.describe('Rows of nodes with any taint.'),
    overCommitted: rows.describe('Rows of nodes on which more is requested than allocatable, of any resource.'),
    labels: z.array(labelColumn).describe('One column for each requested label, in the order of the request.'),
    resources: z.array(resourceColumn).describe('One column for each requested resource, in the order of the request.'),
  })
  .meta({ id: 'NodeColumns', description: 'All nodes of a cluster as columns: entry i of each list is about name i.' });

/** The same as arguments of GraphQL; the moment is the cluster's. */
export const nodeColumnsArgs = z.strictObject({
  labels: z.array(z.string()).describe('Keys of labels, at most 20, one column each.'),
  resources: z.array(z.string()).describe('Names of resources, at most 20, one column each.'),
});
