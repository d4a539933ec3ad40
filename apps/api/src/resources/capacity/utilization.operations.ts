import { ArgsType } from '@nestjs/graphql';
import { CapacityService, type UtilizationRow } from '#history';
import { ok } from '#requests';
import { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { argsOf, argumentsOf, connectionOf, PageArgs } from '../../ground/graphql/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { nameOfDivision } from './division-name.js';
import { utilizationArgs, utilizationPage, utilizationQuery, utilizationRow } from './utilization.schema.js';

@ArgsType()
class UtilizationByArgs extends argsOf(
  utilizationArgs,
  {
    groupBy: {
      type: () => [String],
      description:
        'What to group by: `label:KEY` for a label of nodes, `node`, `podLabel:KEY` for a label of pods, or ' +
        '`namespace`.',
    },
    resources: 'Only these resources. Default: all resources.',
  },
  PageArgs,
) {}

const UtilizationConnection = connectionOf<object>(utilizationRow, {
  name: 'Utilization',
  what: 'a resource of a group',
  counted: true,
});

export const readUtilization = operation({
  name: 'readUtilization',
  route: 'GET /v1/clusters/:cluster/utilization',
  tag: 'clusters',
  permission: inNamespace('viewer'),
  summary: 'Read utilization by label',
  description: 'Allocatable and requests by labels of nodes or pods, by namespace or by node.',
  uses: { capacity: CapacityService },
  query: utilizationQuery,
  answer: { status: 200, description: 'A page of rows.', schema: utilizationPage },
  problems: [ErrorCode.NOT_ACCEPTABLE, ErrorCode.TOO_MANY_REQUESTS],
  pages: { place: z.number().int().min(0) },
  run: async ({ capacity }, { caller, path: { cluster }, query: { at, groupBy, resources }, page }) => {
    const found = await capacity.divided(caller, at === undefined ? cluster : { cluster, at }, groupBy);
    if (found.refused) return found;
    const rows = found.value.filter(({ resource }) => resources?.includes(resource) ?? true);
    const { pageSize, after: offset = 0 } = page;
    const end = offset + pageSize;
    const names = groupBy.map(nameOfDivision);
    const items = rows.slice(offset, end).map((row) => named(row, names));
    return ok({ items, next: end < rows.length ? end : null, totalCount: rows.length });
  },
}).rows({
  on: () => ClusterModel,
  name: 'utilizationBy',
  description:
    'Allocatable and requests by labels of nodes or pods, by namespace or by node: one row for each group ' +
    'and resource.',
  type: () => UtilizationConnection,
  args: UtilizationByArgs,
  list: 'utilizationBy',
  asked: ({ place }, args) => ({ ...place, ...argumentsOf(utilizationArgs, args) }),
});

function named({ group, ...row }: UtilizationRow, names: readonly string[]): object {
  return { group: Object.fromEntries(names.map((name, index) => [name, group[index] ?? null])), ...row };
}
