import { z } from 'zod';
import type { Division } from '#history';
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

const names = z.array(z.string()).refine((all) => new Set(all).size === all.length, 'names one twice');
const GROUP_BY =
  'What to group by: `label:KEY` for a label of nodes, `node`, `podLabel:KEY` for a label of pods, `namespace`. ' +
  'By labels of nodes and nodes alone a group has nodes, allocatable and free; by labels of pods and namespaces ' +
  'alone it has pending pods; by both it has what the pods on the nodes request.';
const RESOURCES = 'Of these resources, such as `cpu`, `memory`, `nvidia.com/gpu`, `pods`; without it, of all.';

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
const amount = z.object({
  value: z.number().describe('In base units: cores, bytes, pieces.'),
  quantity: z.string().describe('The same, exactly, as a Kubernetes quantity.'),
});

export const utilizationPage = z
  .object({
    items: z
      .array(
        z.object({
          group: z
            .record(z.string(), z.string().nullable())
            .describe('By the names of `groupBy`; null where there is no such label.'),
          nodes: count.nullable().describe('Nodes; null where pods are grouped by what nodes do not have.'),
          pods: count.describe('Pods on nodes that are there, neither succeeded nor failed.'),
          pendingPods: count.nullable().describe('Pods on no node, not finished; null where nodes are grouped by.'),
          resource: z.string(),
          allocatable: amount.nullable().describe('What pods can have of the nodes.'),
          requested: amount.describe('What the pods on nodes request, as kube-scheduler accounts for it.'),
          free: amount.nullable().describe('Allocatable less requested; below zero where more is requested.'),
          pending: amount.nullable().describe('What the pending pods request.'),
          ratio: z.number().nullable().describe('Requested by allocatable, to six decimals; null where there is none.'),
        }),
      )
      .describe('A row a group and resource, by the values of the group.'),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'UtilizationPage', description: 'What nodes have and pods request: a row a group and resource.' });
