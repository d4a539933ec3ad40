import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';
import { decisionSchema } from '../decisions/index.js';
import { runBody } from '../scheduling/index.js';

const count = z.number().int();
const record = z.record(z.string(), z.unknown());
const names = z.array(z.string().min(1)).min(1).max(10_000);
const LABELS = "A label selector, in kubectl's syntax.";

const nodes = { names: names.optional(), labelSelector: z.string().min(1).optional().describe(LABELS) };
const eitherOf = { message: 'must have either names or labelSelector' };
const isEither = ({ names: some, labelSelector }: { names?: unknown; labelSelector?: unknown }): boolean =>
  (some === undefined) !== (labelSelector === undefined);

/** Which nodes: by name, or by their labels. */
export const nodeSelection = z.strictObject(nodes).refine(isEither, eitherOf);

const taint = z.strictObject({
  key: z.string(),
  value: z.string().optional(),
  effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
});

export const manifests = z.string().min(1).describe('YAML or JSON, as kubectl reads it.');

export const shape = record.describe(
  'A Node; absent fields are as in a new node. Its name is the prefix of the names of all.',
);

const STEPS = {
  import: z
    .strictObject({ manifests })
    .describe('Creates objects. Deployments, DaemonSets, Jobs and other workloads create their pods.'),
  addNodes: z.strictObject({ count: count.min(1).max(10_000), node: shape }).describe('Adds nodes of one shape.'),
  cordon: nodeSelection.describe('Cordons these nodes: they accept no new pods.'),
  uncordon: nodeSelection.describe('Uncordons these nodes: they accept new pods.'),
  drain: nodeSelection.describe(
    'Cordons the nodes and evicts their pods as far as budgets allow; evicted pods are pending.',
  ),
  removeNodes: nodeSelection.describe('Removes the nodes; pods that have a controller are pending.'),
  taint: z
    .strictObject({
      ...nodes,
      add: z.array(taint).optional(),
      remove: z.array(taint.pick({ key: true, effect: true }).partial({ effect: true })).optional(),
    })
    .refine(isEither, eitherOf)
    .describe('Adds and removes taints; NoExecute evicts pods that do not tolerate it.'),
  label: z
    .strictObject({ ...nodes, labels: z.record(z.string(), z.string().nullable()) })
    .refine(isEither, eitherOf)
    .describe('Sets labels of nodes; null removes a label.'),
  deletePods: z
    .strictObject({ names: names.optional(), namespace: z.string().optional(), labelSelector: z.string().optional() })
    .refine((asked) => Object.keys(asked).length > 0, { message: 'must select pods' })
    .describe('Deletes pods; they are not recreated.'),
  scale: z
    .strictObject({ kind: z.string(), namespace: z.string(), name: z.string(), replicas: count.min(0).max(100_000) })
    .describe('Sets the number of pods of a Deployment, ReplicaSet, StatefulSet or ReplicationController.'),
  profile: record.describe('An entry of `profiles`, which replaces the profile of its name from here on.'),
  schedule: z
    .strictObject({
      pods: runBody.shape.pods,
      profile: runBody.shape.profile,
      tieBreak: runBody.shape.tieBreak,
      seed: runBody.shape.seed,
      preemption: runBody.shape.preemption,
    })
    .describe('Schedules on the result of the previous steps.'),
};

const step = z
  .strictObject(STEPS)
  .partial()
  .refine((asked) => Object.keys(asked).length === 1, {
    message: `must have exactly one of ${Object.keys(STEPS).join(', ')}`,
  });

/** Checked by itself: what is wrong with a step is no fault of the request's form. */
export const stepsBody = z.strictObject({ steps: z.array(step).min(1).max(1_000) });

const at = z.string().optional().describe('At this moment: a time, `revision:42` or a position. Default: the present.');

/** The moment of a question, in its body. */
export const momentBody = { at };

export const whatIfBody = z
  .strictObject({
    ...momentBody,
    steps: stepsBody.shape.steps.describe('The steps, in the order in which they are applied.'),
    traces: z.boolean().default(false).describe('Whether to store the traces of its decisions.'),
  })
  .meta({ id: 'WhatIfInput', description: 'What if these things happened?' });

/** The same with steps that nobody has looked at. */
export const whatIfEnvelope = z.strictObject({ ...whatIfBody.shape, steps: z.array(z.unknown()) });

const podName = z.object({ namespace: z.string(), name: z.string() });

export const placedPod = z.object({
  pod: podName,
  outcome: decisionSchema.shape.outcome,
  node: z.string().nullable(),
  message: z.string().describe('Why not, as reported by kube-scheduler.'),
});

export const use = z.array(
  z.object({
    resource: z.string(),
    allocatable: z.string(),
    requested: z.string(),
    ratio: z.number().nullable().describe('Requested divided by allocatable; null if nothing is allocatable.'),
  }),
);

const nodeState = z
  .object({
    pods: count,
    unschedulable: z.boolean(),
    resources: z.array(z.object({ resource: z.string(), allocatable: z.string(), requested: z.string() })),
  })
  .nullable();

export const whatIfSchema = z
  .object({
    id: z.uuid(),
    cluster: z.uuid(),
    at: z.iso.datetime().describe('The time of the initial state.'),
    steps: z.array(
      z.object({
        step: z.string(),
        counts: z.record(z.string(), count),
        pods: z.array(placedPod).optional().describe('For a schedule step: the result for each pod.'),
        problems: z.array(z.object({ subject: z.string(), message: z.string() })).optional(),
      }),
    ),
    utilization: z.object({ before: use, after: use }),
    nodes: z
      .array(
        z.object({
          node: z.string(),
          before: nodeState.describe('Null if the node was added.'),
          after: nodeState.describe('Null if the node was removed.'),
        }),
      )
      .describe('Nodes that differ before the first step and after the last, by name.'),
  })
  .meta({ id: 'WhatIf', description: 'The result of hypothetical steps.' });

export const whatIfDecisionsQuery = z.strictObject(pageQuery);
