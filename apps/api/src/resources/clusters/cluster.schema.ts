import { ID } from '@nestjs/graphql';
import { z } from 'zod';
import { objectType, shown, words } from '../../ground/graphql/index.js';
import { pageQuery } from '../../ground/http/index.js';
import { clockBody } from './clock-settings.schema.js';

export const clusterName = z.string().describe('A DNS label, unique within the team.');
const count = z.number().int();

/** Which nodes of each trace are stored. */
const traceKeep = words('TraceKeep', 'Which nodes of each trace are stored.', {
  full: 'All of them.',
  top: 'The best nodes, by total score.',
  none: 'No nodes: only the digest of the trace.',
});

const traceBudgetBody = shown(
  z.strictObject({
    keep: traceKeep.describe('Which nodes are stored.'),
    nodes: z.number().optional().describe('Only with `top`: number of nodes stored, the best first.'),
  }),
  { name: 'TraceBudgetInput', about: 'How much of the trace of each decision is stored from now on.' },
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

const controllers = words('Controllers', 'Who acts in a cluster beside its API server.', {
  none: 'Nothing acts: the cluster is an API server alone, for controllers and kubelets of your own.',
  instant: 'What controllers and kubelets do is done at once, in the revision of the write that causes it.',
});

/** What is said of a cluster at its creation alone. */
export const creationSettings = {
  controllers: controllers
    .describe('Who acts in the cluster beside its API server; it cannot be changed later. Default: instant.')
    .optional(),
  clock: clockBody
    .describe(
      'The cluster lives: controllers, kubelets and the scheduling queue act in it as its time passes. Only at its ' +
        'creation; mode and rate can be changed later. Default: no clock.',
    )
    .optional(),
};

/** What may be said of a cluster beside its name. Its values are judged by the service. */
export const clusterSettings = {
  traceBudget: traceBudgetBody
    .describe(
      'How much of the trace of each decision is stored from now on: all nodes, the best nodes, or none. ' +
        'Digests always cover the whole trace.',
    )
    .optional(),
  conditionTaints: conditionTaints.optional(),
  memoryPressureTolerations: memoryPressureTolerations.optional(),
};

export const clusterCounts = objectType('ClusterCounts', 'Number of objects in a cluster.', {
  nodes: count.describe('Nodes.'),
  pods: count.describe('Pods, including succeeded and failed ones.'),
  pendingPods: count.describe('Pods that are not assigned to a node, without succeeded and failed pods.'),
});

export const clusterSchema = z
  .object({
    id: z.uuid(),
    name: clusterName,
    team: z.string().describe('Name of the owning team.'),
    createdAt: z.iso.datetime().describe('When it was created.'),
    revision: z.string().describe('Number of the last revision; a decimal integer.'),
    position: z
      .string()
      .describe('Number of the last change in its log, which objects have as resourceVersion; a decimal integer.'),
    origin: objectType('ClusterOrigin', 'The cluster that a fork was copied from.', {
      cluster: shown(z.string().describe('The id of that cluster, which may have been deleted.'), {
        type: () => ID,
        description: 'Global id of that cluster, which may have been deleted.',
      }),
      position: z.string().describe('Its position at that time; a decimal integer.'),
      revision: z.string().describe('Its revision at that time; a decimal integer.'),
      hash: z.string().describe('Hash of that revision, hexadecimal: the first revision of the fork contains it.'),
    })
      .nullable()
      .describe('Origin of the fork, from which positions and revisions continue; null if the cluster is not a fork.'),
    counts: clusterCounts.describe('Number of objects.'),
    traceBudget: objectType(
      'TraceBudget',
      'How much of the trace of each decision is stored. The digest of a decision always covers the whole trace.',
      {
        keep: traceKeep.describe('Which nodes are stored.'),
        nodes: count.optional().describe('With `top`: number of nodes stored, the best first.'),
      },
    ).describe('How much of each trace is stored.'),
    mirror: objectType('ClusterMirror', 'How a cluster follows a real one.', {
      by: z.string().describe('Name of the caller who sends what happens there.'),
      source: z.string().describe('What is followed, in their words.'),
      since: z.iso.datetime().describe('Since when.'),
      lastAt: z.iso.datetime().describe('When the last batch was taken; an empty one comes every few seconds.'),
      lapsesAt: z.iso.datetime().describe('When another mirror may take over, unless a batch comes before.'),
      behindSeconds: z.number().describe('Age of the oldest change of the last batch when it was sent, in seconds.'),
      stream: z.string().describe('The stream of batches.'),
      sequence: z.string().describe('Number of the last batch; a decimal integer.'),
      traces: z
        .string()
        .describe('Of which decisions seen there the trace is stored: `all`, `disagreements` or `sample:N`.'),
      windowMs: z
        .number()
        .int()
        .describe('Changes seen so many milliseconds before a decision may not be known to it.'),
      unjudged: z
        .number()
        .int()
        .describe('Decisions seen there that Berth has not judged yet; 1000 if there are 1000 or more.'),
      unjudgedSince: z.iso
        .datetime()
        .nullable()
        .describe('When the first of the decisions that are not judged was seen; null if there is none.'),
    })
      .nullable()
      .describe('The real cluster that it follows, and by whom; null if it follows none.'),
    conditionTaints,
    memoryPressureTolerations,
    controllers: controllers.describe('Who acts in the cluster beside its API server.'),
    moment: z.string().optional().describe('For a past state: an `at` that always selects the same state.'),
  })
  .meta({ id: 'Cluster', description: 'A model of a Kubernetes cluster.' });

export const clusterPage = z
  .object({ items: z.array(clusterSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'ClusterPage', description: 'A page of clusters, by name.' });

export const clusterListQuery = z.strictObject(pageQuery);
