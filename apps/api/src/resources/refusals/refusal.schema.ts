import { z } from 'zod';
import { pageQuery, time } from '../../ground/http/index.js';

/** Which refusals; all that is given must hold. */
export const refusalFilter = z.strictObject({
  actor: z.string().optional().describe('Only refusals of this caller: the `X-Berth-Actor` of the request.'),
  principal: z.string().optional().describe('Only refusals of this authenticated principal.'),
  requestId: z.string().optional().describe('Only refusals of the request with this `X-Request-Id`.'),
  kind: z.string().optional().describe('Only this kind: `Pod`.'),
  namespace: z.string().optional().describe('Only objects in this namespace.'),
  name: z.string().optional().describe('Only objects of this name.'),
  reason: z.string().optional().describe('Only this admission step: `ResourceQuota`, `LimitRanger`.'),
  since: time.optional().describe('Only at or after this time.'),
  until: time.optional().describe('Only before this time.'),
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
      namespace: z.string().describe('Empty for cluster-scoped kinds.'),
      name: z.string(),
    }),
    code: z.string().describe('The code of the answer: `OBJECT_FORBIDDEN`.'),
    reason: z.string().describe("The admission step: the name of the API server's plugin."),
    message: z.string().describe('The message of the answer, in the words of the API server.'),
  })
  .meta({
    id: 'AdmissionRefusal',
    description: 'An object that admission rejected: the caller, the object, and the reason.',
  });

export const refusalPage = z
  .object({ items: z.array(refusalSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'AdmissionRefusalPage', description: 'A page of refusals, newest first.' });
