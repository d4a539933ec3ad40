import { ArgsType } from '@nestjs/graphql';
import { RefusalLogService, type RefusalRecord } from '#cluster';
import { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { argsOf, connectionOf, PageArgs } from '../../ground/graphql/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { refusalFilter, refusalPage, refusalQuery, refusalRows, refusalSchema } from './refusal.schema.js';

const RefusalConnection = connectionOf<object>(refusalSchema, {
  name: 'AdmissionRefusal',
  what: 'a refusal',
  counted: false,
});

/** Which refusals; all that is given must hold. Texts are compared whole. */
@ArgsType()
class RefusalFilterArgs extends argsOf(refusalFilter, {}, PageArgs) {}

export const listRefusals = operation({
  name: 'listRefusals',
  route: 'GET /v1/clusters/:cluster/refusals',
  tag: 'log',
  permission: inNamespace('viewer'),
  summary: 'List refusals',
  description:
    'Objects that admission rejected, newest first. Stored for 90 days, at most 100,000. CSV has ' +
    'the fields of the object as separate columns.',
  uses: { refusals: RefusalLogService },
  query: refusalQuery,
  answer: { status: 200, description: 'A page of refusals.', schema: refusalPage, shapes: { 'text/csv': refusalRows } },
  problems: [ErrorCode.NOT_ACCEPTABLE],
  pages: { place: z.uuid() },
  run: ({ refusals }, { caller, path: { cluster }, query: filter, page: { pageSize, after } }) =>
    refusals.list(caller, cluster, { filter, pageSize, ...(after !== undefined && { before: after }) }),
  show: (found, _services, type) =>
    type === 'application/json' ? { ...found, items: found.items.map(shownRefusal) } : found,
}).connection({
  on: () => ClusterModel,
  name: 'refusals',
  description:
    'Objects that admission rejected, newest first. Stored for 90 days, at most 100,000. They are not part of the ' +
    'history: a past state shows the present ones.',
  type: () => RefusalConnection,
  args: RefusalFilterArgs,
  list: 'refusals',
  parts: ['id'],
  forward: true,
  placeOf: ([place = '']) => place,
  partsOf: ({ id }) => [id],
  asked: ({ uid }, filter) => ({ cluster: uid, ...filter }),
  node: (refusal) => refusal,
});

function shownRefusal({ apiVersion, kind, namespace, name, ...refusal }: RefusalRecord): object {
  return { ...refusal, object: { apiVersion, kind, namespace, name } };
}
