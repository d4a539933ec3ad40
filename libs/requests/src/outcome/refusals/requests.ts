import { integer, optional, problems, refusal, text, texts } from './definition.js';
import { invalidRequest } from './kubernetes-words.js';
import { notValid, quoted } from './words.js';

/** What any request may meet: its form, and the cluster that it names. */
export const REQUESTS = {
  InvalidRequest: refusal({
    code: 'INVALID_REQUEST',
    category: 'malformed',
    title: 'The request is not valid',
    description: 'The input breaks a rule.',
    fields: { problems },
    detail: (values) => notValid('the request', values.problems),
    kubernetes: (values) => invalidRequest(values.problems),
  }),
  /** Of what the caller may see: all else is not found. */
  Forbidden: refusal({
    code: 'FORBIDDEN',
    category: 'forbidden',
    title: 'The caller may not do this',
    description: 'The caller may see what this is about, and has no role there that may do it.',
    fields: {
      roles: texts('The roles of which one is needed.'),
      why: optional(text('Why the caller cannot do it, where the roles alone do not say so.')),
    },
    detail: takesRole,
    kubernetes: (values) => ({ message: `forbidden: ${takesRole(values)}` }),
  }),
  ClusterNotFound: refusal({
    code: 'CLUSTER_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such cluster',
    description: 'There is no such cluster.',
    fields: { cluster: text('The id or name that was given.') },
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
    title: 'The name is taken by another cluster',
    description: 'Another cluster of the team has the name.',
    fields: { name: text('The name.') },
    detail: ({ name }) => `a cluster named ${quoted(name)} exists already`,
    field: 'name',
  }),
  /** If-Match and If-None-Match. */
  PreconditionFailed: refusal({
    code: 'PRECONDITION_FAILED',
    category: 'preconditionFailed',
    title: 'It does not have the version that the request requires',
    description: 'It does not have the version that the request requires. Nothing was done.',
    fields: {
      what: text('What was to be written.'),
      given: text('The versions that it was to have.'),
      current: text('The version that it has; empty where it is not there.'),
    },
    detail: ({ what, given, current }) =>
      `${what} was to have version ${given}, ` + (current === '' ? 'and is not there' : `it has ${current}`),
  }),
  ClusterBusy: refusal({
    code: 'CLUSTER_BUSY',
    category: 'unavailable',
    title: 'The cluster is busy with other writers',
    description: 'Other writers kept the cluster busy for as long as a request waits. Nothing was done; send it again.',
    fields: { retryAfterSeconds: integer('Seconds after which to send it again.') },
    detail: () => 'other writers kept the cluster busy for as long as a request waits; try again later',
    kubernetes: ({ retryAfterSeconds }) => ({
      message: 'the server is busy with other requests; try again later',
      details: { retryAfterSeconds },
    }),
  }),
};

function takesRole({ roles, why }: { readonly roles: readonly string[]; readonly why?: string }): string {
  return `this takes the role ${roles.join(' or ')}${why === undefined ? '' : `: ${why}`}`;
}
