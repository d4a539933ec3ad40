import { ArgsType, Field, ID } from '@nestjs/graphql';
import { type Diff, DiffService, type ObjectDifference } from '#history';
import { z } from 'zod';
import { ClusterModel, clusterRef } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { type ListPage, PageTokens } from '../../ground/http/index.js';
import { cutPage, type ListOrder, operation } from '../../ground/operation/index.js';
import { accepted, ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { BY_OBJECT, BY_POD } from './diff-lists.js';
import { DiffModel } from './diff.model.js';
import { diffQuery, diffSchema } from './diff.schema.js';

/**
 * Where a list of a diff goes on, and between what: pages of a diff with the present are of the first page's present.
 */
const place = z.object({ from: z.string(), to: z.string(), after: z.array(z.string()) });
type Tokens = PageTokens<z.output<typeof place>>;

@ArgsType()
class DiffArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'A moment of this cluster. Optional with `with`: then the default is the moment at which the cluster ' +
      'is shown.',
  })
  readonly from?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A moment of this cluster, or of the cluster in `with`. Default: the moment at which the cluster is ' +
      'shown, or the present of the other cluster.',
  })
  readonly to?: string | null;

  @Field(() => ID, { nullable: true, description: 'Another cluster to compare with, by global id, plain id or name.' })
  readonly with?: string | null;
}

/** A cluster compared with what it was, or with another one. */
export const diffCluster = operation({
  name: 'diffCluster',
  route: 'GET /v1/clusters/:cluster/diff',
  tag: 'clusters',
  permission: inNamespace('viewer'),
  summary: 'Compare two states',
  description:
    'The differences between two moments of the cluster, or between it and another cluster: objects, ' +
    'placements and utilization. Objects and placements have separate pages.',
  uses: { diffs: DiffService },
  query: diffQuery,
  answer: { status: 200, description: 'The differences.', schema: diffSchema },
  problems: [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.TOO_MANY_REQUESTS],
  lasts: ({ query }) => (query['with'] === undefined ? 'log' : 'changing'),
  run: ({ diffs }, { caller, path: { cluster }, query: { from, to, with: other } }) =>
    diffs.diff(caller, { cluster, from, to, with: other }),
  // Its two lists have page tokens each.
  send: async ({ diffs }, { caller, path: { cluster }, query, page: { pageSize } }, { request, reply }) => {
    const { placementsPageToken, ...asked } = query;
    const { pageToken } = request.query as { readonly pageToken?: string };
    const objects = new PageTokens(place, ['diff objects', cluster, asked]);
    const placements = new PageTokens(place, ['diff placements', cluster, asked]);
    const [object, placement] = [objects.read(pageToken), placements.read(placementsPageToken)];
    const { from, to } = object ?? placement ?? asked;
    const diff = accepted(await diffs.diff(caller, { cluster, from, to, with: asked.with }));
    const pageOf = <T>(all: readonly T[], order: ListOrder<T, readonly string[]>, tokens: Tokens): ListPage<T> => {
      const after = (tokens === objects ? object : placement)?.after;
      const { items, next } = cutPage(all, { pageSize, ...(after && { after }) }, order);
      return tokens.page(items, next && { from: diff.from.moment, to: diff.to.moment, after: [...next] });
    };
    return reply.send({
      from: diff.from,
      to: diff.to,
      objects: { ...countsOf(diff), ...withPatches(pageOf(diff.objects, BY_OBJECT, objects)) },
      placements: { count: diff.placements.length, ...pageOf(diff.placements, BY_POD, placements) },
      utilization: diff.utilization,
    });
  },
}).field({
  on: () => ClusterModel,
  name: 'diff',
  description: 'The differences between two moments of the cluster, or between it and another cluster.',
  type: () => DiffModel,
  args: DiffArgs,
  asked: ({ place: { cluster, at } }, { from, to, with: other }) => {
    if (typeof other === 'string') return { cluster, from: from ?? at, to, with: clusterRef(other) };
    if (typeof from === 'string') return { cluster, from, to: to ?? at };
    const message = 'Required value: a moment, or another cluster in `with`';
    throw RequestRefused.invalid([{ field: 'from', reason: 'FieldValueRequired', message }]);
  },
  show: (diff) => new DiffModel(diff),
});

function countsOf({ created, deleted, changed }: Diff): Pick<Diff, 'created' | 'deleted' | 'changed'> {
  return { created, deleted, changed };
}

/** Patches are made here, of the objects on the page. */
function withPatches({ items, ...page }: ListPage<ObjectDifference>): ListPage<ObjectDifference> {
  const shown = ({ op, kind, namespace, name, before, after, patch }: ObjectDifference): ObjectDifference => ({
    op,
    kind,
    namespace,
    name,
    before,
    after,
    patch,
  });
  return { items: items.map(shown), ...page };
}
