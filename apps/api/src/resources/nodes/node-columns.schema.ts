import { z } from 'zod';
import { atQuery } from '../../ground/http/index.js';

const list = z.string().transform((text) => text.split(','));

/** What is read of resources where nobody says. */
export const DEFAULT_RESOURCES: readonly string[] = ['cpu', 'memory'];

export const nodeColumnsQuery = z.strictObject({
  labels: list.optional().describe('Keys of labels, with commas between, at most 20: a column each.'),
  resources: list
    .optional()
    .describe('Names of resources, with commas between, at most 20: a column each; `cpu,memory` when absent.'),
  ...atQuery,
});

const rows = z.array(z.number().int());
const amounts = z.array(z.number());

export const nodeColumnsSchema = z
  .object({
    revision: z.string().describe('Of the log, as it was read.'),
    position: z.string().describe('Of the log, as it was read.'),
    names: z.array(z.string()).describe('The names of all nodes, in byte order.'),
    pods: rows.describe('For each node the pods on it that take room: neither succeeded nor failed.'),
    unready: rows.describe(
      'Rows (places in `names`, from 0) of nodes that say they are not ready: with a Ready condition that is not True.',
    ),
    cordoned: rows.describe('Rows of nodes that are cordoned: spec.unschedulable.'),
    tainted: rows.describe('Rows of nodes that have any taint.'),
    overCommitted: rows.describe('Rows of nodes of which more is requested than allocatable, of any resource.'),
    labels: z.array(
      z.object({
        key: z.string(),
        values: z.array(z.string()).describe('The distinct values that nodes have, in byte order.'),
        indexes: rows.describe('For each node the place of its value in `values`; -1 where it has no such label.'),
      }),
    ),
    resources: z
      .array(
        z.object({
          resource: z.string(),
          nodes: z.number().int().describe('How many nodes have any of it; 0 when no node knows the resource.'),
          allocatable: amounts.describe('For each node what pods can have of it; 0 where the node has none.'),
          requested: amounts.describe('For each node what the pods on it request, as kube-scheduler accounts for it.'),
        }),
      )
      .describe('In whole units: cores, bytes, pieces, pods.'),
  })
  .meta({
    id: 'NodeColumns',
    description: 'Every node of a cluster, column by column: the i-th entry of each list is about the i-th name.',
  });
