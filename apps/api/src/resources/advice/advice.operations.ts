import { ArgsType, Int } from '@nestjs/graphql';
import { ClusterAdviceService } from '#questions';
import { ok } from '#requests';
import { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { argsOf, argumentsOf, typeOf } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import {
  adviceArgs,
  advicePage,
  adviceQuery,
  pendingExplanationArgs,
  pendingExplanationQuery,
  pendingExplanationSchema,
  TRIES_CHANGES,
} from './advice.schema.js';

const tag = 'clusters';
const permission = inNamespace('viewer');
const uses = { advice: ClusterAdviceService };

@ArgsType()
class AdviceArgs extends argsOf(adviceArgs, {
  rule: { type: () => String, description: 'Only this rule, such as `topology-key-missing`.' },
  first: { type: () => Int, description: 'Maximum number of items, 1 to 500. Default: 50.' },
}) {}

export const listAdvice = operation({
  name: 'listAdvice',
  route: 'GET /v1/clusters/:cluster/advice',
  tag,
  permission,
  summary: 'List advice',
  description:
    'Likely mistakes in the model, with the objects concerned: constraints that cannot be met, selectors ' +
    'that match nothing, budgets that never allow a disruption.',
  uses,
  query: adviceQuery,
  answer: { status: 200, description: 'A page of advice.', schema: advicePage },
  problems: [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.TOO_MANY_REQUESTS, ErrorCode.NOT_ACCEPTABLE],
  pages: { place: z.number().int().min(0) },
  run: async ({ advice }, { caller, path: { cluster }, query: { at, ...filter }, page }) => {
    const { pageSize, after: offset = 0 } = page;
    const found = await advice.advice(caller, withoutUndefined({ cluster, at }), { filter, pageSize, offset });
    if (found.refused) return found;
    const { total, nextOffset, ...shown } = found.value;
    return ok({ total, ...shown, next: nextOffset, totalCount: total });
  },
}).field({
  on: () => ClusterModel,
  name: 'advice',
  description: 'Likely mistakes in its model.',
  type: typeOf(advicePage),
  args: AdviceArgs,
  pageSize: (args) => argumentsOf(adviceArgs, args).first,
  asked: ({ place }, args) => {
    const { first: _, ...filter } = argumentsOf(adviceArgs, args);
    return { ...place, ...filter };
  },
});

@ArgsType()
class PendingExplanationArgs extends argsOf(pendingExplanationArgs, {
  changes: { type: () => Boolean, description: TRIES_CHANGES },
}) {}

export const explainPending = operation({
  name: 'explainPending',
  route: 'GET /v1/clusters/:cluster/pending/explanation',
  tag,
  permission,
  summary: 'Explain pending pods',
  description:
    'Why pods are pending, over all of them, and which change would release the most of them: removing a ' +
    'taint, uncordoning nodes, adding a node like an existing one. Each change is tried on a copy of the ' +
    'cluster in memory; nothing is written.',
  uses,
  query: pendingExplanationQuery,
  answer: { status: 200, description: 'The explanation.', schema: pendingExplanationSchema },
  problems: [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.TOO_MANY_REQUESTS],
  run: ({ advice }, { caller, path, query: { at, changes } }) =>
    advice.pending(caller, { ...path, ...withoutUndefined({ at }) }, withoutUndefined({ changes })),
}).field({
  on: () => ClusterModel,
  name: 'pendingExplanation',
  description: 'Why its pods are pending, and which changes would release the most of them.',
  type: typeOf(pendingExplanationSchema),
  args: PendingExplanationArgs,
  asked: ({ place }, args) => ({ ...place, ...argumentsOf(pendingExplanationArgs, args) }),
});
