import { LogService } from '#history';
import { ok } from '#requests';
import { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { inCluster } from '../../ground/caller/index.js';
import { isOfLate } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { revisionPage, revisionQuery, revisionSchema } from './revision.schema.js';
import { RevisionConnection, RevisionFilterArgs, RevisionModel } from './revisions.model.js';

const NUMBER = /^(0|[1-9][0-9]{0,17})$/;

const tag = 'log';
const permission = inCluster('auditor');
const uses = { log: LogService };

export const listRevisions = operation({
  name: 'listRevisions',
  route: 'GET /v1/clusters/:cluster/revisions',
  tag,
  permission,
  summary: 'List revisions',
  description: 'Committed writes with author and reason, newest first.',
  uses,
  query: revisionQuery,
  answer: { status: 200, description: 'A page of revisions.', schema: revisionPage },
  lasts: ({ query }) => (isOfLate(query) ? 'changing' : 'log'),
  pages: { place: z.string().regex(/^\d{1,18}$/) },
  run: async ({ log }, { caller, path: { cluster }, query, page: { pageSize, after } }) => {
    // A cluster of GraphQL may be one as it was; over REST the list has no moment.
    const { at, ...filter } = query as typeof query & { readonly at?: string };
    const request = { filter, pageSize, ...(after !== undefined && { before: BigInt(after) }) };
    const found = await log.revisions(caller, at === undefined ? cluster : { cluster, at }, request);
    if (found.refused) return found;
    const { items, next } = found.value;
    return ok({ items, next: next === null ? null : String(next) });
  },
}).connection({
  on: () => ClusterModel,
  name: 'revisions',
  row: 'Cluster.revisions',
  description:
    'Its committed writes, newest first. A page may contain few or no items although another page follows: the log ' +
    'is searched in sections.',
  type: () => RevisionConnection,
  args: RevisionFilterArgs,
  list: 'revisions',
  parts: ['position'],
  forward: true,
  placeOf: ([place = '']) => place,
  partsOf: ({ revision }) => [revision],
  endOf: (next) => [next],
  asked: ({ place }, filter) => ({ ...place, ...filter }),
  node: (revision, { place }) => new RevisionModel(place, revision),
});

export const getRevision = operation({
  name: 'getRevision',
  route: 'GET /v1/clusters/:cluster/revisions/:revision',
  tag,
  permission,
  summary: 'Read a revision',
  description: 'One committed write. The list of changes with `revision` has its changes.',
  uses,
  answer: { status: 200, description: 'The revision.', schema: revisionSchema },
  problems: [ErrorCode.REVISION_NOT_FOUND],
  lasts: 'numbered',
  run: ({ log }, { caller, path: { cluster, revision } }) => {
    if (NUMBER.test(revision)) return log.revision(caller, cluster, BigInt(revision));
    throw RequestRefused.invalid([
      { field: 'revision', reason: 'FieldValueInvalid', message: 'must be a decimal number' },
    ]);
  },
});
