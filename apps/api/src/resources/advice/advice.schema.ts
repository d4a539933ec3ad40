import { ADVICE_RULES } from '#questions';
import { z } from 'zod';
import { atQuery, pageQuery } from '../../ground/http/index.js';

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

export const advicePage = z
  .object({
    total: count.describe('Number of items on all pages.'),
    items: z.array(
      z.object({
        rule: z.enum(RULES),
        namespace: z.string().describe('The namespace; empty for cluster-scoped kinds.'),
        objects: z
          .array(z.object({ kind: z.string(), namespace: z.string(), name: z.string() }))
          .describe('The objects concerned: the first twenty.'),
        objectCount: count,
        sentence: z.string(),
        remedy: z.string().describe('How to resolve it.'),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'AdvicePage', description: 'A page of likely mistakes in the model.' });

const podName = z.object({ namespace: z.string(), name: z.string() });

export const pendingExplanationSchema = z
  .object({
    pods: count.describe('Pending pods without scheduling gates whose scheduler profile exists.'),
    notTried: count.describe('Pending pods with scheduling gates, or whose scheduler profile does not exist.'),
    placeable: count.describe('Pods that a run would schedule now.'),
    stuck: count.describe('Pods that would stay pending.'),
    obstacles: z
      .array(
        z.object({
          plugin: z.string().nullable(),
          reason: z.string(),
          pods: count.describe('Pods for which it rejects at least one node.'),
          only: count.describe('Of these, pods that would fit a node without it.'),
          alone: count.describe('Pods for which it alone rejects every node.'),
          example: podName,
        }),
      )
      .describe('Why pods stay pending, the reason of the most pods first.'),
    changes: z
      .array(
        z.object({
          kind: z.enum(['addNode', 'removeTaint', 'uncordon']),
          sentence: z.string(),
          nodes: z
            .array(z.string())
            .describe('Nodes that it changes; for `addNode`, nodes of the same shape: the first twenty.'),
          nodeCount: count,
          taint: z.record(z.string(), z.unknown()).nullable(),
          released: count.describe('Pods that are scheduled with the change, which was tried.'),
          pods: z.array(podName).describe('The first twenty of these pods.'),
        }),
      )
      .describe('Each tried on its own, the one that releases the most pods first.'),
    isExhaustive: z
      .boolean()
      .describe('Whether the changes were tried with all pods that stay pending, or with the first 5,000.'),
    quotas: z
      .array(
        z.object({
          namespace: z.string(),
          quota: z.string(),
          pods: count.describe('Rejected pods that do not exist now, among the newest 10,000 refusals.'),
          example: podName,
          raises: z
            .array(z.object({ resource: z.string(), hard: z.string(), used: z.string(), to: z.string() }))
            .describe(
              'Limits that rejected the pods, and the limits that would be needed; empty if the quota has room now.',
            ),
          admittedNow: count.describe('Of these pods, the number that the quota would admit now.'),
          admitted: count.describe(
            'Of these pods, the number that it would admit with the needed limits, which was tried.',
          ),
          sentence: z.string(),
        }),
      )
      .describe('Quotas that rejected pods, the most pods first. Rejected pods do not exist, and are not pending.'),
    sentence: z.string(),
  })
  .meta({ id: 'PendingExplanation', description: 'Why pods are pending, over all of them.' });
