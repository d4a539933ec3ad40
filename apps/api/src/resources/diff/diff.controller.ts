import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DiffService, type CountsByKind, type Diff, type ObjectDifference, type PlacementDifference } from '#history';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { Lasts, PageTokens, type ListPage, valid } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { keyOfObject, keyOfPlacement } from './diff-lists.js';
import { diffQuery, diffSchema } from './diff.schema.js';
import { pageBehind } from './page-behind.js';

/**
 * Where a list of a diff goes on, and between what: pages of a diff with the present are of the first page's present.
 */
const place = z.object({ from: z.string(), to: z.string(), after: z.array(z.string()) });

interface ShownDiff extends Pick<Diff, 'from' | 'to' | 'utilization'> {
  readonly objects: ListPage<ObjectDifference> & {
    readonly created: CountsByKind;
    readonly deleted: CountsByKind;
    readonly changed: CountsByKind;
  };
  readonly placements: ListPage<PlacementDifference> & { readonly count: number };
}

@ApiTags('clusters')
@Controller('v1/clusters/:cluster/diff')
export class DiffController {
  constructor(private readonly diffs: DiffService) {}

  @Get()
  @Lasts(({ query }) => (query['with'] === undefined ? 'log' : 'changing'))
  @Described({
    id: 'diffCluster',
    summary: 'Compare two states',
    description:
      'The differences between two moments of the cluster, or between it and another cluster: objects, ' +
      'placements and utilization. Objects and placements have separate pages.',
    query: diffQuery,
    answer: { status: 200, description: 'The differences.', schema: diffSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async diff(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(diffQuery)) query: z.output<typeof diffQuery>,
  ): Promise<ShownDiff> {
    const { pageSize, pageToken, placementsPageToken, ...asked } = query;
    const objects = new PageTokens(place, ['diff objects', cluster, asked]);
    const placements = new PageTokens(place, ['diff placements', cluster, asked]);
    const [object, placement] = [objects.read(pageToken), placements.read(placementsPageToken)];
    const { from, to } = object ?? placement ?? asked;
    const diff = accepted(await this.diffs.diff(caller, { cluster, from, to, with: asked.with }));
    const ends = { from: diff.from.moment, to: diff.to.moment };
    return {
      from: diff.from,
      to: diff.to,
      objects: {
        created: diff.created,
        deleted: diff.deleted,
        changed: diff.changed,
        ...page(objects, pageBehind(diff.objects, keyOfObject, { after: object?.after, size: pageSize }), {
          ends,
          keyOf: keyOfObject,
          shown: shownObject,
        }),
      },
      placements: {
        count: diff.placements.length,
        ...page(placements, pageBehind(diff.placements, keyOfPlacement, { after: placement?.after, size: pageSize }), {
          ends,
          keyOf: keyOfPlacement,
          shown: (one) => one,
        }),
      },
      utilization: diff.utilization,
    };
  }
}

interface Showing<T> {
  readonly ends: { readonly from: string; readonly to: string };
  readonly keyOf: (item: T) => readonly string[];
  readonly shown: (item: T) => T;
}

function page<T>(
  tokens: PageTokens<z.output<typeof place>>,
  { items, more }: { readonly items: readonly T[]; readonly more: boolean },
  { ends, keyOf, shown }: Showing<T>,
): ListPage<T> {
  const last = items.at(-1);
  return tokens.page(items.map(shown), more && last !== undefined ? { ...ends, after: [...keyOf(last)] } : null);
}

/** With the patch, which is made here. */
function shownObject({ op, kind, namespace, name, before, after, patch }: ObjectDifference): ObjectDifference {
  return { op, kind, namespace, name, before, after, patch };
}
