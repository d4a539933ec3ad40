import { integer, optional, problems, refusal, text, texts } from './definition.js';
import { invalidRequest } from './kubernetes-words.js';
import { notValid, quoted } from './words.js';

/** What any request may meet: its form, and the cluster that it names. */
export const REQUESTS = {
  InvalidRequest: refusal({
    code: 'INVALID_REQUEST',
    category: 'malformed',
    title: 'The request is not valid',
    description: 'The input is invalid.',
    fields: { problems },
    detail: (values) => notValid('the request', values.problems),
    kubernetes: (values) => invalidRequest(values.problems),
  }),
  /** Of what the caller may see: all else is not found. */
  Forbidden: refusal({
    code: 'FORBIDDEN',
    category: 'forbidden',
    title: 'The caller may not do this',
    description: 'The caller may see the resource, and has no role that permits the operation.',
    fields: {
      roles: texts('The roles of which the caller needs one.'),
      why: optional(text('The reason, if it is not only a missing role.')),
    },
    detail: takesRole,
    kubernetes: (values) => ({ message: `forbidden: ${takesRole(values)}` }),
  }),
  ClusterNotFound: refusal({
    code: 'CLUSTER_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such cluster',
    description: 'There is no such cluster.',
    fields: { cluster: text('The id or name in the request.') },
    detail: ({ cluster }) => `cluster ${quoted(cluster)} not found`,
    input: ['clusterId'],
    kubernetes: ({ cluster }) => ({
      message: `clusters ${quoted(cluster)} not found`,
      details: { name: cluster, kind: 'clusters' },
    }),
  }),
  ClusterNameTaken: refusal({
    code: 'CLUSTER_NAME_TAKEN',
    category: 'alreadyExists',
    title: 'Another cluster has the name',
    description: 'Another cluster of the team has the name.',
    fields: { name: text('The name.') },
    detail: ({ name }) => `a cluster named ${quoted(name)} exists already`,
    field: 'name',
  }),
  /** If-Match and If-None-Match. */
  PreconditionFailed: refusal({
    code: 'PRECONDITION_FAILED',
    category: 'preconditionFailed',
    title: 'The precondition is not met',
    description: 'The present version does not meet the precondition. Nothing was done.',
    fields: {
      what: text('The resource.'),
      given: text('The versions required by the request.'),
      current: text('The present version; empty if the resource does not exist.'),
    },
    detail: ({ what, given, current }) =>
      current === ''
        ? `${what} does not exist, the request requires version ${given}`
        : `${what} has version ${current}, the request requires ${given}`,
  }),
  ClusterBusy: refusal({
    code: 'CLUSTER_BUSY',
    category: 'unavailable',
    title: 'The cluster is busy with other writers',
    description:
      'Other writers kept the cluster busy until the deadline of the request. Nothing was done; send the ' +
      'request again.',
    fields: { retryAfterSeconds: integer('Seconds after which to retry.') },
    detail: () => 'other writers kept the cluster busy until the deadline of the request; try again later',
    kubernetes: ({ retryAfterSeconds }) => ({
      message: 'the server is busy with other requests; try again later',
      details: { retryAfterSeconds },
    }),
  }),
};

function takesRole({ roles, why }: { readonly roles: readonly string[]; readonly why?: string }): string {
  return `this takes the role ${roles.join(' or ')}${why === undefined ? '' : `: ${why}`}`;
}
