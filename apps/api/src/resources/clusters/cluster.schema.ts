import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';

const name = z.string().describe('A DNS label, unique within the team.');

/** Which nodes of each trace are kept. */
export const traceKeep = z.enum(['full', 'top', 'none']);

export const traceBudgetBody = z
  .strictObject({
    keep: traceKeep,
    nodes: z.number().optional().describe('With `top`: how many of the best nodes are kept.'),
  })
  .describe(
    'How much of the trace of each decision is kept from now on: every node, the best of them, or none. Digests ' +
      'are over everything in any case.',
  );

const conditionTaints = z
  .boolean()
  .describe(
    'Whether conditions of nodes and `spec.unschedulable` become the built-in taints, as the node lifecycle ' +
      'controller sets them. True unless given.',
  );
const memoryPressureTolerations = z
  .boolean()
  .describe('Whether new pods that ask for something tolerate the taint of memory pressure. False unless given.');

const settings = {
  traceBudget: traceBudgetBody.optional(),
  conditionTaints: conditionTaints.optional(),
  memoryPressureTolerations: memoryPressureTolerations.optional(),
};

/** The body of a creation. Its values are judged by the service. */
export const clusterBody = z
  .strictObject({ name, ...settings })
  .meta({ id: 'ClusterInput', description: 'What a cluster is made of.' });

/** The body of a change. */
export const clusterChange = z
  .strictObject({ name: name.optional(), ...settings })
  .refine((change) => Object.keys(change).length > 0, 'must name something to change')
  .meta({ id: 'ClusterChange', description: 'What to change about a cluster; what is not given stays.' });

export const clusterSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    team: z.string().describe('Name of the owning team.'),
    createdAt: z.iso.datetime(),
    revision: z.string().describe('Committed writes so far.'),
    position: z.string().describe('Changes so far: the newest resourceVersion.'),
    origin: z
      .object({
        cluster: z.string().describe('The id of that cluster, which may be gone.'),
        position: z.string(),
        revision: z.string(),
        hash: z.string().describe('Of that revision, hexadecimal: what the first revision of the fork follows.'),
      })
      .nullable()
      .describe('Where it was forked from; positions and revisions go on from there.'),
    counts: z.object({ nodes: z.number().int(), pods: z.number().int(), pendingPods: z.number().int() }),
    traceBudget: z
      .object({ keep: z.enum(['full', 'top', 'none']), nodes: z.number().int().optional() })
      .describe('How much of each trace is kept.'),
    conditionTaints,
    memoryPressureTolerations,
    moment: z.string().optional().describe('Of a cluster as it was: an `at` that leads to the same state for good.'),
  })
  .meta({ id: 'Cluster', description: 'A modelled cluster.' });

export const clusterPage = z
  .object({ items: z.array(clusterSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'ClusterPage', description: 'A page of clusters, by name.' });

export const clusterListQuery = z.strictObject(pageQuery);
