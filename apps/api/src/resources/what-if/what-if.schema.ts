import { z } from 'zod';
import { pageQuery } from '../../ground/http/index.js';
import { component, objectType, shown } from '../../ground/graphql/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { otherPods, redacted } from '../clusters/index.js';
import { decisionOutcome } from '../decisions/index.js';
import { runBody } from '../scheduling/index.js';
import { findings } from './findings.schema.js';

export const count = z.number().int();
const record = z.record(z.string(), z.unknown());
const names = z.array(z.string().min(1)).min(1).max(10_000);

/** Manifests come in the body. */
export const LONGEST_BODY = 32 * 2 ** 20;
export const EXAMPLE_MANIFESTS = 'apiVersion: apps/v1\nkind: Deployment\n...';

/** What asking about a cluster that is not may be refused for. */
export const HYPOTHETICAL = [
  ErrorCode.WHAT_IF_INVALID,
  ErrorCode.HISTORY_EXPIRED,
  ErrorCode.ARCHIVED,
  ErrorCode.TOO_MANY_REQUESTS,
];

const LABELS = "A label selector, in kubectl's syntax.";

export const someNodes = { names: names.optional(), labelSelector: z.string().min(1).optional().describe(LABELS) };
export const eitherOf = { message: 'must have either names or labelSelector' };
export const isEither = ({ names: some, labelSelector }: { names?: unknown; labelSelector?: unknown }): boolean =>
  (some === undefined) !== (labelSelector === undefined);

/** Which nodes: by name, or by their labels. */
export const nodeSelection = z.strictObject(someNodes).refine(isEither, eitherOf);

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
      ...someNodes,
      add: z.array(taint).optional(),
      remove: z.array(taint.pick({ key: true, effect: true }).partial({ effect: true })).optional(),
    })
    .refine(isEither, eitherOf)
    .describe('Adds and removes taints; NoExecute evicts pods that do not tolerate it.'),
  label: z
    .strictObject({ ...someNodes, labels: z.record(z.string(), z.string().nullable()) })
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

/** The same with steps that are not yet validated. */
export const whatIfEnvelope = z.strictObject({ ...whatIfBody.shape, steps: z.array(z.unknown()) });

export const podName = objectType('WhatIfPodName', 'A hypothetical pod, which may not exist.', {
  namespace: z.string().describe('The namespace.'),
  name: z.string().describe('Its name.'),
});

export const placedPod = objectType('WhatIfPod', 'The result of a schedule step for a pod.', {
  pod: podName.describe('The pod.'),
  outcome: decisionOutcome.describe('Outcome of its last attempt.'),
  node: z.string().nullable().describe('The node on which it would be.'),
  from: z.string().optional().describe('The node on which it was before the first step; absent if it was on none.'),
  message: z.string().describe('Why it is on none, as reported by kube-scheduler.'),
});

/** What questions about pods answer. */
export const sentence = z.string().describe('The reason, for people.');
export const reasons = z
  .array(z.object({ message: z.string(), pods: count }))
  .describe('Why pods are unschedulable, the most frequent reason first.');
/** A pod that leaves its node for good. */
export const lostPod = z.object({ pod: podName, node: z.string() });
/** What is to be said of a pod on a node. */
export const podMessage = z.object({ pod: podName, node: z.string(), message: z.string() });
/** A pod that leaves, and volumes whose data it does not take along. */
export const leftData = z.object({
  pod: podName,
  node: z.string(),
  emptyDir: z.array(z.string()).describe('Volumes whose data is deleted with the pod.'),
  hostPath: z.array(z.string()).describe('Volumes whose data stays on the node.'),
});
export const autoscaler = z
  .boolean()
  .default(false)
  .describe(
    'Whether to keep pods that the cluster autoscaler does not evict: pods without a controller, with local storage, ' +
      'with the annotation `cluster-autoscaler.kubernetes.io/safe-to-evict: "false"`, or of `kube-system` without a ' +
      'PodDisruptionBudget; the annotation with the value `"true"` releases a pod.',
  );
/** What every question is asked with. */
export const asked = { ...momentBody, profile: runBody.shape.profile };

const resource = z.string().describe('The resource.');
const quantity = z.string().describe('A Kubernetes quantity.');

export const use = z.array(
  objectType('WhatIfUse', 'Allocatable of all nodes, and requests of the pods on them, for one resource.', {
    resource,
    allocatable: quantity,
    requested: quantity,
    ratio: z.number().nullable().describe('Requested divided by allocatable; null if nothing is allocatable.'),
  }),
);

const nodeState = objectType('WhatIfNodeState', 'State of a node.', {
  pods: count.describe('Number of pods on it.'),
  unschedulable: z.boolean().describe('Whether it is cordoned.'),
  resources: z
    .array(
      objectType('WhatIfNodeAmount', 'Allocatable of a node, and requests of the pods on it, for one resource.', {
        resource,
        allocatable: quantity,
        requested: quantity,
      }),
    )
    .describe('By resource name, in byte order.'),
}).nullable();

const problem = objectType('WhatIfProblem', 'Something that a step could not do.', {
  subject: z.string().describe('The object: `Pod shop/web-1`.'),
  message: z.string().describe('The reason.'),
});

const waiting = z.array(podName).optional();

const whatIfStep = objectType('WhatIfStep', 'The result of a step.', {
  step: z.string().describe('Its name.'),
  counts: z.record(z.string(), count).describe('Counts of what it did.'),
  pods: z.array(placedPod).optional().describe('For a schedule step: the result for each pod.'),
  waiting: shown(waiting.describe('For an import: the pods of its objects that wait for a node.'), { absent: [] }),
  problems: shown(z.array(problem).optional().describe('What it could not do.'), { absent: [] }),
});

export const whatIfSchema = component(
  'WhatIf',
  'The result of hypothetical steps.',
  {
    id: shown(z.uuid().describe('The id, by which REST returns the decisions for an hour.'), { type: () => String }),
    cluster: shown(z.uuid(), { hidden: true }),
    at: z.iso.datetime().describe('The time of the initial state.'),
    steps: z.array(whatIfStep).describe('The results of the steps, in order.'),
    utilization: objectType('WhatIfUtilization', 'Utilization of the cluster before and after the steps.', {
      before: use.describe('Before the first step.'),
      after: use.describe('After the last step.'),
    }).describe('Utilization of the cluster.'),
    nodes: z
      .array(
        objectType('WhatIfNode', 'A node that differs before the first step and after the last.', {
          node: z.string().describe('Its name.'),
          before: nodeState.describe('Null if the node was added.'),
          after: nodeState.describe('Null if the node was removed.'),
        }),
      )
      .describe('Nodes that differ before the first step and after the last, by name.'),
    findings,
    redacted,
    others: otherPods,
  },
  { about: 'The result of hypothetical steps. Nothing is written.' },
);

export const whatIfDecisionsQuery = z.strictObject(pageQuery);
