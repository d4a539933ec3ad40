import { z } from 'zod';
import { atQuery, pageQuery } from '../../ground/http/index.js';

const count = z.number().int();
const whole = z
  .string()
  .regex(/^[0-9]{1,3}$/, 'must be a number')
  .transform(Number);

export const statesSchema = z
  .object({
    unreadyNodes: count.describe('Nodes with a Ready condition that is not True.'),
    cordonedNodes: count.describe('Cordoned nodes: spec.unschedulable.'),
    gatedPods: count.describe('Pending pods with scheduling gates.'),
    nominatedPods: count.describe('Pending pods with a nominated node: status.nominatedNodeName.'),
  })
  .meta({ id: 'ClusterStates', description: 'Numbers of nodes and pods in states that need attention.' });

export const labelKeysQuery = z.strictObject({
  kind: z.enum(['Node', 'Pod']).describe('The kind of the objects.'),
  values: whole.default(10).describe('Number of values of each key, the most frequent ones: 0 to 100. Default: 10.'),
  ...atQuery,
});

export const labelKeysSchema = z
  .object({
    items: z.array(
      z.object({
        key: z.string(),
        distinct: count.describe('Number of distinct values.'),
        objects: count.describe('Number of objects with the label.'),
        values: z
          .array(z.object({ value: z.string(), objects: count.describe('Number of objects with the value.') }))
          .describe('The most frequent values; ties in byte order.'),
      }),
    ),
  })
  .meta({ id: 'LabelKeys', description: 'Keys of labels over all objects of a kind, by key.' });

export const namespacesQuery = z.strictObject({ ...atQuery, ...pageQuery });

export const namespacePage = z
  .object({
    items: z.array(
      z.object({
        name: z.string(),
        uid: z.string(),
        pods: count.describe('Number of pods, including succeeded and failed ones.'),
        pendingPods: count.describe(
          'Number of pods that are not assigned to a node, without succeeded and failed pods.',
        ),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'NamespacePage', description: 'A page of namespaces, by name.' });

export const searchQuery = z.strictObject({
  text: z.string().describe('1 to 317 characters, case-insensitive.'),
  kinds: z
    .string()
    .transform((text) => text.split(','))
    .optional()
    .describe('Kinds of objects, and `Run`, `Decision` and `Revision`, comma-separated. Default: all.'),
  first: whole.default(20).describe('Maximum number of matches, 1 to 100. Default: 20.'),
  ...atQuery,
});

export const searchHits = z
  .object({
    items: z.array(
      z.object({
        kind: z.string().describe('The kind of an object, or `Run`, `Decision` or `Revision`.'),
        namespace: z.string().describe('Empty if there is none.'),
        name: z.string().describe('The id or number if there is no name.'),
        uid: z.string().describe('The id of an object, a run or a decision; empty for a revision.'),
        match: z.enum(['exact', 'prefix', 'substring']).describe('How the text matches.'),
      }),
    ),
  })
  .meta({ id: 'SearchHits', description: 'The matches of a text, the best first.' });
