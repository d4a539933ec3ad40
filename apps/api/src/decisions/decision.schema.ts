import { z } from 'zod';
import { atQuery, pageQuery } from '../http/index.js';

const OUTCOMES = ['scheduled', 'unschedulable', 'nominated', 'gated', 'skipped', 'error'] as const;

const podText = z.string().regex(/^[^/]+\/[^/]+$/, 'must be namespace/name').transform((text) => {
  const slash = text.indexOf('/');
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
});

const time = z.iso.datetime({ offset: true, error: 'must be an RFC 3339 time such as 2026-01-31T12:00:00Z' }).transform((text) => new Date(text));

export const decisionQuery = z.strictObject({
  run: z.uuid('must be the id of a run').optional().describe('Of this run; the only way to decisions of a dry run.'),
  pod: podText.optional().describe('Of the pods of this name: `namespace/name`.'),
  node: z.string().optional().describe('That placed a pod on this node.'),
  outcome: z.enum(OUTCOMES).optional(),
  plugin: z.string().optional().describe('Where this plugin turned a node down.'),
  reason: z.string().optional().describe('Where a node was turned down for this reason; with `plugin`, by that plugin for it.'),
  since: time.optional().describe('At this time or later.'),
  until: time.optional().describe('Before this time.'),
  ...atQuery,
  ...pageQuery,
});

export const traceQuery = z.strictObject({
  node: z.string().optional().describe('The row of this node.'),
  feasible: z.enum(['true', 'false']).transform((text) => text === 'true').optional(),
  plugin: z.string().optional().describe('Rows where this plugin fails.'),
  orderBy: z.enum(['total', 'name']).default('total').describe('total: highest first, then what is not feasible. Equals by name.'),
  ...pageQuery,
});

const podName = z.object({ namespace: z.string(), name: z.string(), uid: z.string() });
const count = z.number().int();
const profile = z.object({ name: z.string(), version: count, digest: z.string() });

export const decisionSchema = z.object({
  id: z.string().describe('`<run>.<ordinal>`'),
  run: z.uuid(),
  ordinal: count,
  attempt: count.describe('1, or more when the pod was tried again in the same run.'),
  at: z.iso.datetime(),
  pod: podName,
  outcome: z.enum(OUTCOMES),
  reasonCode: z.enum(['AlreadyBound', 'OtherScheduler', 'Terminating', 'Finished']).optional().describe('Why a pod was skipped.'),
  node: z.string().nullable(),
  nominatedNode: z.string().nullable().describe('Where preemption makes room for the pod.'),
  victims: z.array(podName).describe('Pods that make room for it: evicted in the same revision where the run evicts, otherwise only named.'),
  message: z.string().describe("In kube-scheduler's words."),
  nodes: z.object({ evaluated: count, feasible: count }),
  rejections: z.array(z.object({
    plugin: z.string().nullable(),
    code: z.string(),
    reason: z.string(),
    nodes: z.object({ first: count, any: count, sole: count }).describe('Nodes that fail there first, at all, and at no other plugin.'),
  })),
  best: z.object({ total: count, ties: count, runnerUp: z.object({ node: z.string(), total: count }).nullable() }).nullable(),
  profile: profile.nullable(),
  seed: z.string(),
  traceDigest: z.string().nullable(),
  traceStored: z.enum(['full', 'partial', 'none']),
}).meta({ id: 'Decision', description: 'The outcome of one attempt of one pod in one run.' });

export const decisionPage = z.object({ items: z.array(decisionSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'DecisionPage', description: 'A page of decisions, newest run first.' });

const status = z.object({ plugin: z.string().nullable(), code: z.string(), reasons: z.array(z.string()) });

export const tracePage = z.object({
  decision: decisionSchema,
  filterPlugins: z.array(z.string()),
  scorePlugins: z.array(z.object({ name: z.string(), weight: count })),
  items: z.array(z.object({
    node: z.string(),
    feasible: z.boolean(),
    status: status.nullable().describe("kube-scheduler's own answer; null when feasible."),
    failures: z.array(status).describe('Every filter that fails there.'),
    scores: z.array(z.object({ plugin: z.string(), raw: count, normalized: count, weighted: count })),
    total: count.nullable(),
    rank: count.nullable().describe('1 for the highest total; equals share a rank.'),
  })),
  nextPageToken: z.string().optional(),
}).meta({ id: 'TracePage', description: 'A page of the evidence of a decision: a row a node.' });
