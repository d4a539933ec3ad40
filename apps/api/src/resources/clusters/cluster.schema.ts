import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';

const name = z.string().describe('A DNS label, unique within the team.');

/** Which nodes of each trace are kept. */
export const traceKeep = z.enum(['full', 'top', 'none']);

export const traceBudgetBody = z
  .strictObject({
    keep: traceKeep,
    nodes: z.number().optional().describe('With `top`: number of nodes stored, the best first.'),
  })
  .describe(
    'How much of the trace of each decision is stored from now on: all nodes, the best nodes, or none. ' +
      'Digests always cover the whole trace.',
  );

const conditionTaints = z
  .boolean()
  .describe(
    'Whether conditions of nodes and `spec.unschedulable` become the built-in taints, as by the node ' +
      'lifecycle controller. Default: true.',
  );
const memoryPressureTolerations = z
  .boolean()
  .describe('Whether new pods that are not BestEffort tolerate the memory pressure taint. Default: false.');

const settings = {
  traceBudget: traceBudgetBody.optional(),
  conditionTaints: conditionTaints.optional(),
  memoryPressureTolerations: memoryPressureTolerations.optional(),
};

/** The body of a creation. Its values are judged by the service. */
export const clusterBody = z
  .strictObject({ name, ...settings })
  .meta({ id: 'ClusterInput', description: 'A cluster to create.' });

/** The body of a change. */
export const clusterChange = z
  .strictObject({ name: name.optional(), ...settings })
  .refine((change) => Object.keys(change).length > 0, 'must contain at least one change')
  .meta({ id: 'ClusterChange', description: 'Changes of a cluster; absent fields stay unchanged.' });

export const clusterSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    team: z.string().describe('Name of the owning team.'),
    createdAt: z.iso.datetime(),
    revision: z.string().describe('Number of the last revision.'),
    position: z.string().describe('Number of the last change: the newest resourceVersion.'),
    origin: z
      .object({
        cluster: z.string().describe('The id of that cluster, which may have been deleted.'),
        position: z.string(),
        revision: z.string(),
        hash: z.string().describe('Hash of that revision, hexadecimal: the first revision of the fork contains it.'),
      })
      .nullable()
      .describe('Origin of the fork; its positions and revisions continue from there.'),
    counts: z.object({ nodes: z.number().int(), pods: z.number().int(), pendingPods: z.number().int() }),
    traceBudget: z
      .object({ keep: z.enum(['full', 'top', 'none']), nodes: z.number().int().optional() })
      .describe('How much of each trace is stored.'),
    conditionTaints,
    memoryPressureTolerations,
    moment: z.string().optional().describe('For a past state: an `at` that always selects the same state.'),
  })
  .meta({ id: 'Cluster', description: 'A model of a Kubernetes cluster.' });

export const clusterPage = z
  .object({ items: z.array(clusterSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'ClusterPage', description: 'A page of clusters, by name.' });

export const clusterListQuery = z.strictObject(pageQuery);
