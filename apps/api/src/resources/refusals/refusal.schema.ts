import { ID } from '@nestjs/graphql';
import { z } from 'zod';
import { component, descriptionOf, shown, type MadeField } from '../../ground/graphql/index.js';
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

const objectShape = {
  apiVersion: z.string().describe('The version of the kind: `v1`.'),
  kind: z.string().describe('The kind of the object.'),
  namespace: z.string().describe('The namespace; empty for cluster-scoped kinds.'),
  name: z.string().describe('Its name.'),
};

type Named = Readonly<Record<keyof typeof objectShape, string>>;

const named = (name: keyof typeof objectShape): MadeField => ({
  type: () => String,
  description: descriptionOf(objectShape[name]) ?? '',
  of: (refusal: Named) => refusal[name],
});

/** REST has the object as one, GraphQL each of its names as a field. */
export const refusalSchema = component(
  'AdmissionRefusal',
  'An object that admission rejected: the caller, the object, and the reason.',
  {
    id: shown(z.uuid().describe('Its id.'), { type: () => ID }),
    at: z.iso.datetime().describe('When it was refused.'),
    actor: z.string().describe('Name of the caller: the `X-Berth-Actor` of the request.'),
    principal: z.string().describe('The authenticated principal.'),
    requestId: z.string().describe('The `X-Request-Id` of the request.'),
    client: z.string().describe('Program of the caller: the `User-Agent` of the request.'),
    operation: z.enum(['create', 'replace', 'patch', 'apply', 'delete', 'import']).describe('The operation.'),
    object: shown(z.object(objectShape), { hidden: true }),
    code: z.string().describe('The code of the answer: `OBJECT_FORBIDDEN`.'),
    reason: z.string().describe("The admission step: the name of the API server's plugin, such as `ResourceQuota`."),
    message: z.string().describe('The message of the answer, in the words of the API server.'),
    usage: z
      .string()
      .nullable()
      .describe('Of a quota: all that the object asks of quotas, `requests.cpu=2,pods=1`; null if it is not known.'),
    scopes: z
      .string()
      .nullable()
      .describe(
        'Of a quota: the scopes of quotas that the object is in, `NotTerminating,PriorityClass=high`; null if they ' +
          'are not known.',
      ),
  },
  {
    also: { apiVersion: named('apiVersion'), kind: named('kind'), namespace: named('namespace'), name: named('name') },
  },
);

const { object: _, id, at, actor, principal, requestId, client, operation, ...reason } = refusalSchema.shape;

/** In CSV the names of the object are columns. */
export const refusalRows = z.object({
  items: z.array(
    z.object({ ...{ id, at, operation, actor, principal, requestId, client }, ...objectShape, ...reason }),
  ),
});

export const refusalPage = z
  .object({ items: z.array(refusalSchema), nextPageToken: z.string().optional() })
  .meta({ id: 'AdmissionRefusalPage', description: 'A page of refusals, newest first.' });
