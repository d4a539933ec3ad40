import { PREEMPTION_RULES } from '#questions';
import { z } from 'zod';

const count = z.number().int();

const victim = z.object({ namespace: z.string(), name: z.string(), priority: count });

/** The candidates of a preemption. */
export const preemption = z
  .object({
    candidates: z
      .array(
        z.object({
          node: z.string(),
          victims: z.array(victim).describe('The most important first.'),
          otherVictims: count.describe('Number of further victims that the caller may not know.'),
          budgets: z
            .array(z.object({ namespace: z.string(), name: z.string(), allowed: count, needed: count }))
            .describe('PodDisruptionBudgets that the loss of the victims violates.'),
          budgetViolations: count.describe('Number of victims that a violated budget would protect.'),
          chosen: z.boolean().describe('Whether the decision nominated this node.'),
          lostBy: z
            .enum(PREEMPTION_RULES)
            .nullable()
            .describe('The first rule by which another candidate is better; null if none is.'),
        }),
      )
      .describe('The nominated node first.'),
    rules: z
      .array(z.enum(PREEMPTION_RULES))
      .describe("The rules that eliminated candidates, in kube-scheduler's order."),
    sentence: z.string(),
  })
  .meta({ id: 'ExplainedPreemption', description: 'Why a preemption chose its node.' });

/** What the scores of two nodes come from. */
export const facts = z
  .array(
    z.object({
      node: z.string(),
      attractions: z
        .array(z.object({ pod: z.object({ namespace: z.string(), name: z.string() }), on: z.string(), amount: count }))
        .describe('Pods and what each adds to the raw InterPodAffinity score; below zero it repels.'),
      otherAttractions: count.describe('Number of further ones.'),
      images: z.array(z.object({ image: z.string(), sentence: z.string() })).describe('The images of the pod.'),
    }),
  )
  .meta({ id: 'PlaceFacts', description: 'What the scores of a node by other pods and by images come from.' });

/** Whether they are asked for. */
export const factsQuery = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
  .describe(
    '`true`: also the pods whose affinity attracts or repels the pod on the two nodes, and what its images add, in ' +
      'the cluster as of the decision.',
  );
