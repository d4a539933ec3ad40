import { ADVICE_RULES } from '#questions';
import { z } from 'zod';
import { component, objectType } from '../../ground/graphql/index.js';
import { otherPods, redacted } from '../clusters/index.js';
import { atQuery, booleanParameter, pageQuery } from '../../ground/http/index.js';

const count = z.number().int();

const RULES = ADVICE_RULES.map(({ name }) => name);

const RULES_IN_WORDS = ADVICE_RULES.map(({ name, description }) => `\`${name}\`: ${description}`).join(' ');

export const adviceFilter = {
  rule: z.enum(RULES).optional().describe(`Only this rule. ${RULES_IN_WORDS}`),
  namespace: z.string().optional().describe('Only findings in this namespace.'),
};

export const adviceQuery = z.strictObject({ ...adviceFilter, ...atQuery, ...pageQuery });

/** The same as arguments of GraphQL; the moment is the cluster's. */
export const adviceArgs = z.strictObject({ ...adviceFilter, first: z.number().int().min(1).max(500).default(50) });

const advisedObject = objectType('AdvisedObject', 'Reference to an object.', {
  kind: z.string().describe('Its kind.'),
  namespace: z.string().describe('The namespace; empty for cluster-scoped kinds.'),
  name: z.string().describe('Its name.'),
});

const advice = objectType('Advice', 'A likely mistake in the model.', {
  rule: z.enum(RULES).describe('The rule that found it.'),
  namespace: z.string().describe('The namespace; empty for cluster-scoped kinds.'),
  objects: z.array(advisedObject).describe('The objects concerned: the first twenty.'),
  objectCount: count.describe('Number of objects concerned.'),
  sentence: z.string().describe('The finding, as a sentence.'),
  remedy: z.string().describe('How to resolve it.'),
});

export const advicePage = component(
  'AdvicePage',
  'A page of likely mistakes in the model.',
  {
    total: count.describe('Number of findings, on all pages.'),
    items: z.array(advice).describe('The findings, those that keep pods from running first.'),
    redacted,
    nextPageToken: z.string().optional(),
  },
  {
    name: 'AdviceList',
    about: "Likely mistakes in the model. Costs 1,000 objects of the query's limit.",
    only: ['total', 'items', 'redacted'],
  },
);

const podName = objectType('PendingPodName', 'Reference to a pending pod.', {
  namespace: z.string().describe('The namespace.'),
  name: z.string().describe('Its name.'),
});
const example = podName.describe('One of the pods.');

const obstacle = objectType('ExplainedObstacle', 'A reason for which nodes are rejected for pending pods.', {
  plugin: z.string().nullable().describe('The filter; null if kube-scheduler names none.'),
  reason: z.string().describe('The reason as reported by kube-scheduler.'),
  pods: count.describe('Pods for which it rejects at least one node.'),
  only: count.describe('Of these, pods that would fit a node without it.'),
  alone: count.describe('Pods for which it alone rejects every node.'),
  example,
});

const releasingChange = objectType('ReleasingChange', 'A change of the nodes, and its effect when tried.', {
  kind: z.enum(['addNode', 'removeTaint', 'uncordon']).describe('The kind of change.'),
  sentence: z.string().describe('The change, as a sentence.'),
  nodes: z
    .array(z.string())
    .describe('Nodes that it changes; for `addNode`, nodes of which a copy releases the same pods: the first twenty.'),
  nodeCount: count.describe('Number of these nodes.'),
  taint: z.record(z.string(), z.unknown()).nullable().describe('The removed taint; null if none is removed.'),
  shape: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('For `addNode`, the node as `addNodes` of a what-if takes it; null for other kinds.'),
  released: count.describe('Pods that are scheduled with the change, which was tried.'),
  pods: z.array(podName).describe('The first twenty of these pods.'),
});

const raisedLimit = objectType('RaisedLimit', 'A limit of a quota, and the limit that would be needed.', {
  resource: z.string().describe('The resource: `requests.cpu`.'),
  hard: z.string().describe('The limit.'),
  used: z.string().describe('The amount in use.'),
  to: z.string().describe('The limit that would be needed.'),
});

const refusingQuota = objectType(
  'RefusingQuota',
  'Pods that a quota rejected, and the increase of limits that would admit them.',
  {
    namespace: z.string().describe('The namespace.'),
    quota: z.string().describe('Its name.'),
    pods: count.describe(
      'Rejected pods that do not exist now, among the newest 10,000 refusals; if it rejected none, those of other ' +
        'quotas for which it has no room.',
    ),
    refused: count.describe('Of these pods, the number that this quota rejected; the others, other quotas did.'),
    example,
    raises: z
      .array(raisedLimit)
      .describe('Limits that rejected the pods, and the limits that would be needed; empty if the quota has room now.'),
    isComplete: z
      .boolean()
      .describe(
        'Whether it is known what else may reject the pods. False: only the resources that refusals name are known, ' +
          'or a quota with scopes may reject them too.',
      ),
    admittedNow: count.describe('Of these pods, the number that the quota would admit now.'),
    admitted: count.describe('Of these pods, the number that it would admit with the needed limits, which was tried.'),
    sentence: z.string().describe('A summary in plain text.'),
  },
);

const unmetDemand = objectType('UnmetDemand', 'A demand of pending pods that no node meets.', {
  sentence: z.string().describe('The demand, and what nodes have instead.'),
  pods: count.describe('Number of pods that have it.'),
  example,
});

export const TRIES_CHANGES =
  'Whether to try changes. Default: true. False: `changes` is empty, and the answer takes a fraction of the time.';

export const pendingExplanationQuery = z.strictObject({
  changes: booleanParameter().optional().describe(TRIES_CHANGES),
  ...atQuery,
});

export const pendingExplanationArgs = z.strictObject({ changes: z.boolean().default(true) });

export const pendingExplanationSchema = component(
  'PendingExplanation',
  'Why pods are pending, over all of them.',
  {
    pods: count.describe('Pending pods without scheduling gates whose scheduler profile exists.'),
    notTried: count.describe('Pending pods with scheduling gates, or whose scheduler profile does not exist.'),
    placeable: count.describe('Pods that a run would schedule now.'),
    stuck: count.describe('Pods that would stay pending.'),
    obstacles: z.array(obstacle).describe('Why pods stay pending, the reason of the most pods first.'),
    unmet: z
      .array(unmetDemand)
      .describe('Demands of pods that stay pending and that no node meets, the demand of the most pods first.'),
    changes: z
      .array(releasingChange)
      .describe('Changes, each tried on its own, the one that releases the most pods first.'),
    isExhaustive: z
      .boolean()
      .describe('Whether the changes were tried with all pods that stay pending, or with the first 5,000.'),
    quotas: z
      .array(refusingQuota)
      .describe('Quotas that rejected pods, the most pods first. Rejected pods do not exist, and are not pending.'),
    sentence: z.string().describe('A summary in plain text.'),
    redacted,
    others: otherPods,
  },
  { about: "Why pods are pending, over all of them. Costs 1,000 objects of the query's limit." },
);
