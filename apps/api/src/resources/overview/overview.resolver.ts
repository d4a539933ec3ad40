import { Args, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { OverviewService, type LabelKey, type NamespaceCounts, type StateCounts } from '#cluster';
import { SearchService } from '#questions';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import {
  connection,
  type Connection,
  given,
  PageArgs,
  pageSize,
  readCursor,
  writeCursor,
} from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import {
  ClusterNamespaceConnection,
  ClusterStatesModel,
  LabelKeyModel,
  LabelledKindModel,
  SearchHitModel,
} from './overview.model.js';

const LIST = 'namespaces';

/** What is in a cluster, for those who choose among it. */
@Resolver(() => ClusterModel)
export class OverviewResolver {
  constructor(
    private readonly overview: OverviewService,
    private readonly searches: SearchService,
  ) {}

  @ResolveField(() => ClusterStatesModel, {
    description: 'Numbers of its nodes and pods in states that need attention.',
  })
  async states(@Parent() { place }: ClusterModel, @Caller() caller: Caller): Promise<StateCounts> {
    return accepted(await this.overview.states(caller, place));
  }

  @ResolveField(() => [LabelKeyModel], {
    description: "The keys of the labels of its nodes or pods, by key. Costs 5,000 objects of the query's limit.",
  })
  async labelKeys(
    @Parent() { place }: ClusterModel,
    @Args('kind', { type: () => LabelledKindModel, description: 'The kind of the objects.' }) kind: LabelledKindModel,
    @Args('values', {
      type: () => Int,
      defaultValue: 10,
      description: 'Number of values of each key, the most frequent ones: 0 to 100.',
    })
    values: number,
    @Caller() caller: Caller,
  ): Promise<readonly LabelKey[]> {
    return accepted(await this.overview.labelKeys(caller, place, { kind, values }));
  }

  @ResolveField(() => ClusterNamespaceConnection, { description: 'Its namespaces by name, with numbers of pods.' })
  async namespaces(
    @Parent() { place }: ClusterModel,
    @Args() args: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<NamespaceCounts>> {
    const [after] = readCursor(args, LIST, ['text']) ?? [];
    const request = { pageSize: pageSize(args), ...(after === undefined ? {} : { after }) };
    const { items, next } = accepted(await this.overview.namespaces(caller, place, request));
    return connection({
      items,
      more: next !== null,
      continued: after !== undefined,
      cursor: ({ name }) => writeCursor(LIST, name),
      node: (namespace) => namespace,
    });
  }

  @ResolveField(() => [SearchHitModel], {
    description:
      'Finds objects by a part of their name (`shop/api` in a namespace) or by uid; runs, decisions and ' +
      'revisions by id. Exact matches come first, then names that begin with the text, then names that ' +
      'contain it; each by kind, namespace and name.',
  })
  async search(
    @Parent() { place }: ClusterModel,
    @Args('text', { description: '1 to 317 characters, case-insensitive.' }) text: string,
    @Args('kinds', {
      type: () => [String],
      nullable: true,
      description: 'Kinds of objects, and `Run`, `Decision` and `Revision`. Default: all.',
    })
    kinds: readonly string[] | null | undefined,
    @Args('first', { type: () => Int, defaultValue: 20, description: 'Maximum number of matches, 1 to 100.' })
    first: number,
    @Caller() caller: Caller,
  ): Promise<readonly SearchHitModel[]> {
    const hits = accepted(await this.searches.search(caller, place, { text, limit: first, ...given('kinds', kinds) }));
    return hits.map((hit) => new SearchHitModel(place, hit));
  }
}
