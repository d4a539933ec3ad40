import { z } from 'zod';
import { objectType, words } from '../../ground/graphql/index.js';
import { atQuery, pageQuery } from '../../ground/http/index.js';

const count = z.number().int();
const whole = z
  .string()
  .regex(/^[0-9]{1,3}$/, 'must be a number')
  .transform(Number);

const labelledKind = words('LabelledKind', 'Kinds whose labels are counted.', {
  Node: 'Nodes.',
  Pod: 'Pods, including succeeded and failed ones.',
});

const nameMatch = words('NameMatch', 'How a text matches, the best match first.', {
  exact: 'It equals the name, uid or id.',
  prefix: 'The name begins with it.',
  substring: 'The name contains it.',
});

export const statesSchema = z
  .object({
    unreadyNodes: count.describe('Nodes with a Ready condition that is not True.'),
    cordonedNodes: count.describe('Cordoned nodes: spec.unschedulable.'),
    gatedPods: count.describe('Pending pods with scheduling gates.'),
    nominatedPods: count.describe('Pending pods with a nominated node: status.nominatedNodeName.'),
  })
  .meta({ id: 'ClusterStates', description: 'Numbers of nodes and pods in states that need attention.' });

const kind = labelledKind.describe('The kind of the objects.');

export const labelKeysQuery = z.strictObject({
  kind,
  values: whole.default(10).describe('Number of values of each key, the most frequent ones: 0 to 100. Default: 10.'),
  ...atQuery,
});

/** The same as arguments of GraphQL; the moment is the cluster's. */
export const labelKeysArgs = z.strictObject({
  kind,
  values: count.describe('Number of values of each key, the most frequent ones: 0 to 100.'),
});

const labelKey = objectType('LabelKey', 'A key of labels over all objects of a kind.', {
  key: z.string().describe('The key.'),
  distinct: count.describe('Number of distinct values.'),
  objects: count.describe('Number of objects with the label.'),
  values: z
    .array(
      objectType('LabelValue', 'A value of a label.', {
        value: z.string().describe('The value.'),
        objects: count.describe('Number of objects with the value.'),
      }),
    )
    .describe('The most frequent values; ties in byte order.'),
});

export const labelKeysSchema = z
  .object({ items: z.array(labelKey) })
  .meta({ id: 'LabelKeys', description: 'Keys of labels over all objects of a kind, by key.' });

export const namespacesQuery = z.strictObject({ ...atQuery, ...pageQuery });

export const clusterNamespace = objectType('ClusterNamespace', 'A namespace with numbers of pods.', {
  name: z.string().describe('Its name.'),
  uid: z.string().describe('Its uid.'),
  pods: count.describe('Number of pods, including succeeded and failed ones.'),
  pendingPods: count.describe('Number of pods that are not assigned to a node, without succeeded and failed pods.'),
});

export const namespacePage = z
  .object({ items: z.array(clusterNamespace), nextPageToken: z.string().optional() })
  .meta({ id: 'NamespacePage', description: 'A page of namespaces, by name.' });

const text = z.string().describe('1 to 317 characters, case-insensitive.');

export const searchQuery = z.strictObject({
  text,
  kinds: z
    .string()
    .transform((names) => names.split(','))
    .optional()
    .describe('Kinds of objects, and `Run`, `Decision` and `Revision`, comma-separated. Default: all.'),
  first: whole.default(20).describe('Maximum number of matches, 1 to 100. Default: 20.'),
  ...atQuery,
});

/** The same as arguments of GraphQL; the moment is the cluster's. */
export const searchArgs = z.strictObject({
  text,
  kinds: z
    .array(z.string())
    .optional()
    .describe('Kinds of objects, and `Run`, `Decision` and `Revision`. Default: all.'),
  first: count.describe('Maximum number of matches, 1 to 100.'),
});

export const searchHit = z.object({
  kind: z.string().describe('The kind of an object, or `Run`, `Decision` or `Revision`.'),
  namespace: z.string().describe('Empty if there is none.'),
  name: z.string().describe('The id or number if there is no name.'),
  uid: z.string().describe('The id of an object, a run or a decision; empty for a revision.'),
  match: nameMatch.describe('How the text matches.'),
});

export const searchHits = z
  .object({ items: z.array(searchHit) })
  .meta({ id: 'SearchHits', description: 'The matches of a text, the best first.' });
