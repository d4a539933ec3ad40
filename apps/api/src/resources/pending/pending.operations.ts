import { ArgsType, Int } from '@nestjs/graphql';
import type { ClusterPlace } from '#cluster';
import { shownValue } from '#apimachinery';
import { PendingService } from '#questions';
import { ok } from '#requests';
import { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { argsOf, PageArgs, pageSize, typeOf, type RequestFields } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { PendingPodConnection, PendingPodModel, shownPod } from './pending.model.js';
import {
  groupsAsked,
  pendingFilter,
  pendingPage,
  pendingPodsPage,
  pendingPodsQuery,
  pendingQuery,
  podsAsked,
} from './pending.schema.js';

const tag = 'decisions';
const permission = inNamespace('viewer');
const uses = { pending: PendingService };
const problems = [ErrorCode.NOT_ACCEPTABLE, ErrorCode.TOO_MANY_REQUESTS];
const place = z.number().int().min(0);

const FILTER: RequestFields<typeof pendingFilter> = {
  state: 'Only pods that are pending for this cause.',
  obstacle: 'How `plugin` and `reason` rejected nodes.',
  obstacleSet: 'Only pods whose last attempt rejected nodes for exactly this: a value of `obstacleSet` in the groups.',
};

@ArgsType()
class GroupsArgs extends argsOf(groupsAsked, {
  ...FILTER,
  groupBy: { defaultValue: ['obstacleSet'] },
  first: { type: () => Int, defaultValue: 50 },
}) {}
@ArgsType()
class PodsArgs extends argsOf(podsAsked, { ...FILTER, orderBy: { defaultValue: 'oldest' } }, PageArgs) {}

export const groupPendingPods = operation({
  name: 'groupPendingPods',
  route: 'GET /v1/clusters/:cluster/pending',
  tag,
  permission,
  summary: 'Group pending pods',
  description: 'Pods that are pending now, by the results of their last attempts.',
  uses,
  query: pendingQuery,
  answer: { status: 200, description: 'A page of groups.', schema: pendingPage },
  problems,
  pages: { place },
  run: async ({ pending }, { caller, path: { cluster }, query: { groupBy, ...filter }, page }) => {
    const { pageSize: size, after: offset = 0 } = page;
    const found = await pending.groups(caller, cluster, { groupBy, filter, pageSize: size, offset });
    if (found.refused) return found;
    const { pods, states, items, nextOffset } = found.value;
    return ok({ pods, states, items, next: nextOffset });
  },
}).field({
  on: () => ClusterModel,
  name: 'pending',
  description:
    'Its pods that are pending now, by the results of their last attempts, without dry runs. Always of the present.',
  type: typeOf(pendingPage),
  args: GroupsArgs,
  pageSize: ({ first }) => pageSize({ first }),
  asked: ({ uid, place: shown }, { first: _, ...args }) => ({ cluster: uid, ...ofPresent(shown, args) }),
});

export const listPendingPods = operation({
  name: 'listPendingPods',
  route: 'GET /v1/clusters/:cluster/pending-pods',
  tag,
  permission,
  summary: 'List pending pods',
  description: 'Pods that are pending now, with the results of their last attempts.',
  uses,
  query: pendingPodsQuery,
  answer: { status: 200, description: 'A page of pods.', schema: pendingPodsPage },
  problems,
  pages: { place },
  run: async ({ pending }, { caller, path: { cluster }, query: { orderBy, ...filter }, page }) => {
    const { pageSize: size, after: offset = 0 } = page;
    const found = await pending.list(caller, cluster, { orderBy, filter, pageSize: size, offset });
    if (found.refused) return found;
    const { pods, items, nextOffset } = found.value;
    return ok({ pods, items, next: nextOffset, totalCount: pods });
  },
  show: ({ pods, items, next }) => ({ pods, items: items.map(shownPod), next }),
}).rows({
  on: () => ClusterModel,
  name: 'pendingPods',
  description: 'The same pods as a list.',
  type: () => PendingPodConnection,
  args: PodsArgs,
  list: 'pendingPods',
  asked: ({ uid, place: shown }, args) => ({ cluster: uid, ...ofPresent(shown, args) }),
  node: (found, { place: shown }) => new PendingPodModel(shown, found),
});

/** What is pending is known of the present only. @throws RequestRefused of a cluster as it was */
function ofPresent<Args extends object>({ at }: ClusterPlace, args: Args): Args {
  if (at === undefined) return withoutUndefined(args) as Args;
  const message = `Invalid value: ${shownValue(at)}: what is pending is known of the present only`;
  throw RequestRefused.invalid([{ field: 'at', reason: 'FieldValueInvalid', message }]);
}
