import { z } from 'zod';
import { objectType, shown } from '../../ground/graphql/index.js';

/** That an answer is about the part of the cluster that its caller sees. */
export const redacted = shown(
  z
    .literal(true)
    .optional()
    .describe(
      'Whether the answer is about the part of the cluster that the caller sees; absent if they see all of it.',
    ),
  { absent: false, description: 'Whether the answer is about the part of the cluster that the caller sees.' },
);

const sum = objectType('OtherPodsRequest', 'A resource, and the sum of its requests.', {
  resource: z.string().describe('The resource: `cpu`.'),
  quantity: z.string().describe('The sum, as Kubernetes writes it.'),
});

/** What is known in it of everything else. */
export const otherPods = objectType('OtherPods', 'Pods of other teams on the nodes: their number and sums.', {
  pods: z.number().int().describe('Number of these pods.'),
  requests: z.array(sum).describe('What they request together, by resource.'),
})
  .optional()
  .describe('If `redacted`: the pods of other teams on the nodes, which take room and are not considered otherwise.');
