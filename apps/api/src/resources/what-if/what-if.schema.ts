import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';
import { decisionSchema } from '../decisions/index.js';
import { runBody } from '../scheduling/index.js';

const count = z.number().int();
const record = z.record(z.string(), z.unknown());
const names = z.array(z.string().min(1)).min(1).max(10_000);
const LABELS = "In kubectl's grammar.";

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
  'A Node; what is not given is as of a new one. Its name is the beginning of the names of all.',
);

const STEPS = {
  import: z
    .strictObject({ manifests })
    .describe('Objects come in. Deployments, DaemonSets, Jobs and the like make their pods.'),
  addNodes: z.strictObject({ count: count.min(1).max(10_000), node: shape }).describe('Nodes of one shape come.'),
  cordon: nodeSelection.describe('No pod comes to these nodes any more.'),
  uncordon: nodeSelection.describe('Pods may come to these nodes again.'),
  drain: nodeSelection.describe('Cordons, and evicts as far as budgets allow; what was evicted is pending again.'),
  removeNodes: nodeSelection.describe('The nodes are gone; pods that a controller makes again are pending.'),
  taint: z
    .strictObject({
      ...nodes,
      add: z.array(taint).optional(),
      remove: z.array(taint.pick({ key: true, effect: true }).partial({ effect: true })).optional(),
    })
    .refine(isEither, eitherOf)
    .describe('Taints come and go; NoExecute evicts who does not tolerate it.'),
  label: z
    .strictObject({ ...nodes, labels: z.record(z.string(), z.string().nullable()) })
    .refine(isEither, eitherOf)
    .describe('Labels of nodes; null takes one away.'),
  deletePods: z
    .strictObject({ names: names.optional(), namespace: z.string().optional(), labelSelector: z.string().optional() })
    .refine((asked) => Object.keys(asked).length > 0, { message: 'must say which pods' })
    .describe('Pods go for good.'),
  scale: z
    .strictObject({ kind: z.string(), namespace: z.string(), name: z.string(), replicas: count.min(0).max(100_000) })
    .describe('A Deployment, ReplicaSet, StatefulSet or ReplicationController has so many pods.'),
  profile: record.describe('An entry of `profiles`; it serves from here on in the place of the one of its name.'),
  schedule: z
    .strictObject({
      pods: runBody.shape.pods,
      profile: runBody.shape.profile,
      tieBreak: runBody.shape.tieBreak,
      seed: runBody.shape.seed,
      preemption: runBody.shape.preemption,
    })
    .describe('A run on what the steps before made.'),
};

const step = z
  .strictObject(STEPS)
  .partial()
  .refine((asked) => Object.keys(asked).length === 1, {
    message: `must have exactly one of ${Object.keys(STEPS).join(', ')}`,
  });

/** Checked by itself: what is wrong with a step is no fault of the request's form. */
export const stepsBody = z.strictObject({ steps: z.array(step).min(1).max(1_000) });

const at = z
  .string()
  .optional()
  .describe('At this moment: a time, `revision:42` or a position; the present unless given.');

/** The moment of a question, in its body. */
export const momentBody = { at };

export const whatIfBody = z
  .strictObject({
    ...momentBody,
    steps: stepsBody.shape.steps.describe('What happens, in order.'),
    traces: z.boolean().default(false).describe('Whether the traces of its decisions can be read.'),
  })
  .meta({ id: 'WhatIfInput', description: 'What if these things happened?' });

/** The same with steps that nobody has looked at. */
export const whatIfEnvelope = z.strictObject({ ...whatIfBody.shape, steps: z.array(z.unknown()) });

const podName = z.object({ namespace: z.string(), name: z.string() });

export const placedPod = z.object({
  pod: podName,
  outcome: decisionSchema.shape.outcome,
  node: z.string().nullable(),
  message: z.string().describe("Why not, in kube-scheduler's words."),
});

export const use = z.array(
  z.object({
    resource: z.string(),
    allocatable: z.string(),
    requested: z.string(),
    ratio: z.number().nullable().describe('Requested by allocatable; null where there is none of it.'),
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
    at: z.iso.datetime().describe('The time of the state that it began with.'),
    steps: z.array(
      z.object({
        step: z.string(),
        counts: z.record(z.string(), count),
        pods: z.array(placedPod).optional().describe('Of a schedule step: each pod as it ended.'),
        problems: z.array(z.object({ subject: z.string(), message: z.string() })).optional(),
      }),
    ),
    utilization: z.object({ before: use, after: use }),
    nodes: z
      .array(
        z.object({
          node: z.string(),
          before: nodeState.describe('Null of a node that came.'),
          after: nodeState.describe('Null of a node that went.'),
        }),
      )
      .describe('Nodes that stand otherwise after the last step than before the first, by name.'),
  })
  .meta({ id: 'WhatIf', description: 'What would be if the steps were made.' });

export const whatIfDecisionsQuery = z.strictObject(pageQuery);
