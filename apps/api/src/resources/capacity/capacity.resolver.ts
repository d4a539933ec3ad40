import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { CapacityService, type ClusterCapacity } from '#history';
import { requireQuantity } from '#kubernetes';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import {
  argumentsOf,
  connection,
  type Connection,
  pageSize,
  readCursor,
  type RequestContext,
  writeCursor,
} from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { CapacityLoader } from './capacity.loaders.js';
import { ClusterTotalsModel, ResourceQuantityModel, ResourceUtilizationModel } from './capacity.model.js';
import { nameOfDivision } from './division-name.js';
import { UtilizationByArgs, UtilizationConnection, UtilizationRowModel } from './utilization.model.js';
import { utilizationArgs } from './utilization.schema.js';

const LIST = 'utilizationBy';

/** Amounts as numbers, made where they are asked for. */
@Resolver(() => ResourceQuantityModel)
export class ResourceQuantityResolver {
  @ResolveField()
  value(@Parent() { quantity }: ResourceQuantityModel): number {
    const { unscaled, exponent } = requireQuantity(quantity);
    // Read as a decimal, it is rounded once.
    return Number(`${unscaled}e${exponent}`);
  }
}

/** How full a cluster is. */
@Resolver(() => ClusterModel)
export class CapacityResolver {
  constructor(
    private readonly capacity: CapacityLoader,
    private readonly service: CapacityService,
  ) {}

  @ResolveField(() => ClusterTotalsModel, { description: 'Capacity and requests of all nodes together.' })
  totals(@Parent() { place }: ClusterModel, @Context() context: RequestContext): Promise<ClusterCapacity> {
    return this.capacity.of(context).load(place);
  }

  @ResolveField(() => [ResourceUtilizationModel], { description: 'Utilization of each resource, by name.' })
  async utilization(
    @Parent() { place }: ClusterModel,
    @Context() context: RequestContext,
  ): Promise<ClusterCapacity['utilization']> {
    return (await this.capacity.of(context).load(place)).utilization;
  }

  @ResolveField(() => UtilizationConnection, {
    description:
      'Allocatable and requests by labels of nodes or pods, by namespace or by node: one row for each group ' +
      'and resource.',
  })
  async utilizationBy(
    @Parent() { place }: ClusterModel,
    @Args() args: UtilizationByArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<UtilizationRowModel>> {
    const { groupBy, resources } = argumentsOf(utilizationArgs, args);
    const [start = '0'] = readCursor(args, LIST, ['count']) ?? [];
    const offset = Number(start);
    const rows = accepted(await this.service.divided(caller, place, groupBy)).filter(
      ({ resource }) => resources?.includes(resource) ?? true,
    );
    const names = groupBy.map(nameOfDivision);
    const end = offset + pageSize(args);
    return connection({
      items: rows.slice(offset, end),
      more: end < rows.length,
      continued: offset > 0,
      cursor: (_, index) => writeCursor(LIST, String(offset + index + 1)),
      node: (row) => new UtilizationRowModel(row, names),
      totalCount: rows.length,
    });
  }
}
