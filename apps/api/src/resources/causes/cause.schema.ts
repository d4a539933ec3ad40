import { z } from 'zod';
import { component, objectType } from '../../ground/graphql/index.js';
import { changeOp, position } from '../changes/index.js';

export const causeQuery = z.strictObject({
  position: position.describe('Position of the change: the resourceVersion of the object that it left.'),
});

const changed = objectType('CausedChange', 'What a change did to which object.', {
  op: changeOp.describe('The operation.'),
  kind: z.string().describe('The kind: `Pod`.'),
  namespace: z.string().describe('The namespace; empty for cluster-scoped kinds.'),
  name: z.string().describe('Its name.'),
  uid: z.string().describe('Its uid.'),
});

const step = component('CauseStep', 'A change in a chain of causes.', {
  position: z.string().describe('Its position in the log.'),
  at: z.iso.datetime().describe('When it was written.'),
  clusterAt: z.iso.datetime().optional().describe('The time of the cluster; absent in a cluster without a clock.'),
  by: z
    .string()
    .nullable()
    .describe('The controller that made it; null if a request did, or if the caller may not know the object.'),
  change: changed.nullable().describe('What was changed; null if the caller may not know the object.'),
});

const unlessPart = 'Null if the caller sees a part of the cluster.';
const request = objectType('CauseRequest', 'The request at the end of a chain of causes.', {
  revision: z.string().describe('The revision that it wrote.'),
  actor: z.string().nullable().describe(`Name of its caller. ${unlessPart}`),
  requestId: z.string().nullable().describe(`Its \`X-Request-Id\`. ${unlessPart}`),
  client: z.string().nullable().describe(`Its \`User-Agent\`. ${unlessPart}`),
  reason: z.string().nullable().describe(`Its \`X-Berth-Reason\`. ${unlessPart}`),
});

const timer = objectType('CauseTimerEnd', 'The timer at the end of a chain of causes.', {
  by: z.string().describe('The controller.'),
  key: z.string().nullable().describe('What it looked at; null if the caller may not know the object.'),
  at: z.iso.datetime().describe('The time of the cluster for which it was set.'),
});

export const causesSchema = component(
  'Causes',
  'Why a change happened. Without a request and a timer at its end, what is before is not in the log any more.',
  {
    steps: z.array(step).describe('The change, then the change that each follows from.'),
    request: request.nullable().describe('The request that it ends at.'),
    timer: timer.nullable().describe('The timer that it ends at.'),
  },
);
