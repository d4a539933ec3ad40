import { z } from 'zod';
import { pageQuery, time } from '../../ground/http/index.js';

/** Which refusals; all that is given must hold. */
export const refusalFilter = z.strictObject({
  actor: z.string().optional().describe('Of this caller: the `X-Berth-Actor` of the request.'),
  principal: z.string().optional().describe('Of whoever this authenticated.'),
  requestId: z.string().optional().describe('Of the request of this `X-Request-Id`.'),
  kind: z.string().optional().describe('Of objects of this kind: `Pod`.'),
  namespace: z.string().optional().describe('Of objects in this namespace.'),
  name: z.string().optional().describe('Only objects of this name.'),
  reason: z.string().optional().describe('By this step of admission: `ResourceQuota`, `LimitRanger`.'),
  since: time.optional().describe('Only at or after this time.'),
  until: time.optional().describe('End of the bucket, exclusive.'),
});

export const refusalQuery = z.strictObject({ ...refusalFilter.shape, ...pageQuery });

export const refusalSchema = z
  .object({
    id: z.uuid(),
    at: z.iso.datetime(),
    actor: z.string(),
    principal: z.string(),
    requestId: z.string(),
    client: z.string(),
    operation: z.enum(['create', 'replace', 'patch', 'apply', 'delete', 'import']),
    object: z.object({
      apiVersion: z.string(),
      kind: z.string(),
      namespace: z.string().describe('Empty for objects that live in no namespace.'),
      name: z.string(),
    }),
    code: z.string().describe('What the answer called it: `OBJECT_FORBIDDEN`.'),
    reason: z.string().describe("The step of admission, by the name of the API server's plugin."),
    message: z.string().describe('What was answered, as the API server says it.'),
  })
  .meta({
    id: 'AdmissionRefusal',
    description: 'An object that admission forbade: who asked for what, and what was against it.',
  });

export const refusalPage = z
  .object({ items: z.array(refusalSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'AdmissionRefusalPage', description: 'A page of refusals, newest first.' });
