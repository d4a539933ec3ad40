import { ADVICE_RULES } from '#questions';
import { z } from 'zod';
import { atQuery, pageQuery } from '../../ground/http/index.js';

const count = z.number().int();

const RULES = ADVICE_RULES.map(({ name }) => name);

const RULES_IN_WORDS = ADVICE_RULES.map(({ name, description }) => `\`${name}\`: ${description}`).join(' ');

export const adviceFilter = {
  rule: z.enum(RULES).optional().describe(`Of this rule. ${RULES_IN_WORDS}`),
  namespace: z.string().optional().describe('About this namespace.'),
};

export const adviceQuery = z.strictObject({ ...adviceFilter, ...atQuery, ...pageQuery });

/** The same as arguments of GraphQL; the moment is the cluster's. */
export const adviceArgs = z.strictObject({ ...adviceFilter, first: z.number().int().min(1).max(500).default(50) });

export const advicePage = z
  .object({
    total: count.describe('Of all pages.'),
    items: z.array(
      z.object({
        rule: z.enum(RULES),
        namespace: z.string().describe('Empty where it is of no namespace.'),
        objects: z
          .array(z.object({ kind: z.string(), namespace: z.string(), name: z.string() }))
          .describe('What it is about: the first twenty.'),
        objectCount: count,
        sentence: z.string(),
        remedy: z.string().describe('What would make an end of it.'),
      }),
    ),
    nextPageToken: z.string().optional(),
  })
  .meta({ id: 'AdvicePage', description: 'A page of what in a model will surprise.' });

const podName = z.object({ namespace: z.string(), name: z.string() });

export const pendingExplanationSchema = z
  .object({
    pods: count.describe('Pending pods without gates that a profile serves.'),
    notTried: count.describe('Pending pods with gates, or that no profile serves.'),
    placeable: count.describe('Pods that a run would place as things are.'),
    stuck: count.describe('The others.'),
    obstacles: z
      .array(
        z.object({
          plugin: z.string().nullable(),
          reason: z.string(),
          pods: count.describe('Pods for which it turns some node down.'),
          only: count.describe('Of these, pods that fit some node but for this.'),
          alone: count.describe('Pods for which every node is turned down by this alone.'),
          example: podName,
        }),
      )
      .describe('What is in the way of pods that stay, of the most pods first.'),
    changes: z
      .array(
        z.object({
          kind: z.enum(['addNode', 'removeTaint', 'uncordon']),
          sentence: z.string(),
          nodes: z.array(z.string()).describe('That it changes, or that the added node is like: the first twenty.'),
          nodeCount: count,
          taint: z.record(z.string(), z.unknown()).nullable(),
          released: count.describe('Pods that have a node with it: it was tried.'),
          pods: z.array(podName).describe('The first twenty.'),
        }),
      )
      .describe('Each tried by itself, those that release the most first.'),
    isExhaustive: z.boolean().describe('Whether changes were tried with all pods that stay, or with the first 5,000.'),
    quotas: z
      .array(
        z.object({
          namespace: z.string(),
          quota: z.string(),
          pods: count.describe('Pods that it refused and that are not there; of the newest 10,000 refusals.'),
          example: podName,
          raises: z
            .array(z.object({ resource: z.string(), hard: z.string(), used: z.string(), to: z.string() }))
            .describe(
              'Limits that lacked room when it refused, and what they would have to be; none where it has room by now.',
            ),
          admittedNow: count.describe('Of the pods, as many as it would let in as it is.'),
          admitted: count.describe('The same with the raise: it was tried.'),
          sentence: z.string(),
        }),
      )
      .describe(
        'What quotas had no room for, the most pods first: such pods were refused, and none of them is pending.',
      ),
    sentence: z.string(),
  })
  .meta({ id: 'PendingExplanation', description: 'What keeps pods pending, over all of them.' });
