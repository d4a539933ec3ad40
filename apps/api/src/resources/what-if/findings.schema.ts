import { z } from 'zod';
import { component, objectType } from '../../ground/graphql/index.js';

const count = z.number().int().min(0);
const namespace = z.string().describe('The namespace.');

const OBJECT = {
  index: count.describe('Index of the object in the manifests, from 0.'),
  apiVersion: z.string().describe('Its apiVersion.'),
  kind: z.string().describe('Its kind.'),
  namespace,
  name: z.string().describe('Its name.'),
};

const finding = objectType('WhatIfFinding', 'A remark on an object of the manifests.', {
  ...OBJECT,
  field: z.string().optional().describe('The field.'),
  message: z.string().describe('The remark.'),
});

const ignoredKind = objectType('WhatIfIgnoredKind', 'A kind of the manifests that is not read.', {
  apiVersion: z.string().describe('The apiVersion.'),
  kind: z.string().describe('The kind.'),
  count: count.describe('Number of objects of the kind in the manifests.'),
  message: z.string().describe('Consequence of leaving the kind out.'),
  matters: z
    .boolean()
    .describe('Whether objects of the kind may change where pods go; if so, the answer does not cover all manifests.'),
});

const refused = objectType('WhatIfRefusal', 'An object, or pods of it, that the API server would not create.', {
  ...OBJECT,
  pods: count.describe('Number of pods that are not created; 0 for an object that has none.'),
  message: z.string().describe('The reason, in the words of the API server.'),
});

const overQuota = objectType('WhatIfOverQuota', 'A ResourceQuota that is exceeded as a result.', {
  namespace,
  quota: z.string().describe('The name of the quota.'),
  resource: z.string().describe('The resource.'),
  hard: z.string().describe('The limit.'),
  used: z.string().describe('The amount in use.'),
});

const rollout = objectType('WhatIfRollout', 'A rollout of a Deployment that stands still.', {
  ...OBJECT,
  replicas: count.describe('Number of pods that are wanted.'),
  updated: count.describe('Number of new pods that have a node.'),
  old: count.describe('Number of old pods that stay.'),
  maxSurge: count.describe('How many pods more than wanted there may be.'),
  maxUnavailable: count.describe('How many pods fewer than wanted may be available.'),
  message: z.string().describe('The step at which it stands still, and why.'),
});

const remarks = component('WhatIfFindings', 'Remarks on the manifests, in addition to the result.', {
  unknownFields: z.array(finding).describe('Fields that are unknown, which are dropped, and fields that stand twice.'),
  warnings: z.array(finding).describe('Warnings, as an import reports them.'),
  ignored: z.array(ignoredKind).describe('Kinds that are not read.'),
  refused: z
    .array(refused)
    .describe(
      'Objects and pods that a ResourceQuota, a LimitRange, a Pod Security Standard or a missing ServiceAccount ' +
        'forbids.',
    ),
  overQuota: z.array(overQuota).describe('Quotas that are exceeded as a result.'),
  rollouts: z.array(rollout).describe('Rollouts of existing Deployments that stand still.'),
  assumed: z.array(z.string()).describe('What controllers are assumed to do, as sentences.'),
});

/** What is said of manifests beside the fate of their pods. */
export const findings = remarks
  .optional()
  .describe('Remarks on the manifests; absent if there are none. Each list has at most a thousand entries.');
