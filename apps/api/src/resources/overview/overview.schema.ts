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
    cordonedNodes: count.describe('Nodes that are cordoned: spec.unschedulable.'),
    gatedPods: count.describe('Pending pods that wait for a scheduling gate.'),
    nominatedPods: count.describe('Pending pods that preemption makes room for: status.nominatedNodeName.'),
  })
  .meta({ id: 'ClusterStates', description: 'How many nodes and pods are in states that somebody has to know of.' });

export const labelKeysQuery = z.strictObject({
  kind: z.enum(['Node', 'Pod']).describe('Whose labels.'),
  values: whole.default(10).describe('How many values of each, the most frequent ones: 0 to 100, 10 by default.'),
  ...atQuery,
});

export const labelKeysSchema = z
  .object({
    items: z.array(
      z.object({
        key: z.string(),
        distinct: count.describe('How many different values there are.'),
        objects: count.describe('How many objects have the label.'),
        values: z
          .array(z.object({ value: z.string(), objects: count.describe('How many objects have it.') }))
          .describe('The most frequent values; equals in byte order.'),
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
        pods: count.describe('Pods in it, finished ones too.'),
        pendingPods: count.describe('Pods in it that are on no node and not finished.'),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'NamespacePage', description: 'A page of namespaces, by name.' });

export const searchQuery = z.strictObject({
  text: z.string().describe('1 to 317 characters; case does not count.'),
  kinds: z
    .string()
    .transform((text) => text.split(','))
    .optional()
    .describe('Kinds of objects, and `Run`, `Decision` and `Revision`, with commas between; all when absent.'),
  first: whole.default(20).describe('How many at most: 1 to 100, 20 by default.'),
  ...atQuery,
});

export const searchHits = z
  .object({
    items: z.array(
      z.object({
        kind: z.string().describe('The kind of an object, or `Run`, `Decision` or `Revision`.'),
        namespace: z.string().describe('Empty where there is none.'),
        name: z.string().describe('Of what has no name its id or number.'),
        uid: z.string().describe('Of an object, a run or a decision; empty of a revision.'),
        match: z.enum(['exact', 'prefix', 'substring']).describe('How the text is what was found.'),
      }),
    ),
  })
  .meta({ id: 'SearchHits', description: 'What a text names, the best matches first.' });
