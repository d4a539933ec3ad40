import { z } from 'zod';
import { objectType } from '../../ground/graphql/index.js';

const count = z.number().int();

const nearMiss = objectType(
  'NearMiss',
  'A demand of the pod that nothing in the cluster meets, and that something nearly meets.',
  {
    kind: z
      .enum(['label', 'node', 'taint', 'namespace', 'resource'])
      .describe(
        'What is misspelt or missing: a label of nodes, the name of a node, a tolerated taint, a namespace, ' +
          'a resource.',
      ),
    asked: z.string().describe('What the pod names: `pool=genral`.'),
    nearest: z.string().describe('What the cluster has: `pool=general`; empty if nothing is similar.'),
    count: count.describe('Number of nodes (for a namespace: pods) that have it.'),
    sentence: z.string().describe('The near miss, as a sentence.'),
  },
);

const nodeNeeded = objectType('NodeNeeded', 'A kind of node that the pod requires and the cluster does not have.', {
  labels: z
    .array(
      objectType('NodeNeededLabel', 'A label that states what a node is, and the values that the pod accepts.', {
        key: z.string().describe('The label.'),
        values: z.array(z.string()).describe('The values, one of which the node has.'),
      }),
    )
    .describe('The labels of such a node.'),
  sentence: z.string().describe('The need, as a sentence.'),
});

/** What of the pod's demands the cluster does not meet. */
export const unmet = {
  nearMisses: z.array(nearMiss).describe('Demands of the pod that nothing meets and something nearly meets.'),
  nodeNeeded: nodeNeeded
    .nullable()
    .describe('The kind of node that the pod requires and the cluster does not have; null if it has one.'),
};
