import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { RunViewService, type ComparedPod, type RunPart } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import {
  connection,
  type Connection,
  PageArgs,
  pageSize,
  readCursor,
  writeCursor,
} from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { RunModel, runRef } from '../scheduling/index.js';
import { CompareRunsArgs, RunComparisonModel, RunDifferenceConnection, RunPartConnection } from './run-views.model.js';

const PARTS = 'runParts';
const DIFFERENCES = 'runDifferences';

/** The parts of a run. */
@Resolver(() => RunModel)
export class RunPartsResolver {
  constructor(private readonly views: RunViewService) {}

  @ResolveField(() => RunPartConnection, { description: 'The committed parts, in order. A dry run has none.' })
  async partList(
    @Parent() { run }: RunModel,
    @Args() args: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<RunPart>> {
    const [after] = readCursor(args, PARTS, ['count']) ?? [];
    const page = { pageSize: pageSize(args), ...(after === undefined ? {} : { after: Number(after) }) };
    const { items, more } = accepted(await this.views.parts(caller, { cluster: run.cluster, run: run.id }, page));
    return connection({
      items,
      more,
      continued: after !== undefined,
      cursor: ({ part }) => writeCursor(PARTS, String(part)),
      node: (part) => part,
    });
  }
}

/** How two runs of a cluster differ. */
@Resolver(() => ClusterModel)
export class CompareRunsResolver {
  constructor(private readonly views: RunViewService) {}

  @ResolveField(() => RunComparisonModel, {
    description: 'The results of two of its runs for each pod: counts, and the pods with different results.',
  })
  async compareRuns(
    @Parent() { uid }: ClusterModel,
    @Args() args: CompareRunsArgs,
    @Caller() caller: Caller,
  ): Promise<RunComparisonModel> {
    const pair = { base: runRef(args.base), other: runRef(args.other) };
    const counts = accepted(await this.views.compare(caller, uid, pair));
    return new RunComparisonModel({ cluster: uid, pair }, counts);
  }
}

/** The pods of which two runs do not say the same. */
@Resolver(() => RunComparisonModel)
export class RunDifferencesResolver {
  constructor(private readonly views: RunViewService) {}

  @ResolveField(() => RunDifferenceConnection, {
    description: 'The pods with different results, by namespace and name.',
  })
  async pods(
    @Parent() { compared }: RunComparisonModel,
    @Args() args: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<ComparedPod>> {
    const [namespace, name] = readCursor(args, DIFFERENCES, ['text', 'text']) ?? [];
    const after = namespace === undefined || name === undefined ? {} : { after: { namespace, name } };
    const page = { pageSize: pageSize(args), ...after };
    const { items, more } = accepted(await this.views.differences(caller, compared, page));
    return connection({
      items,
      more,
      continued: namespace !== undefined,
      cursor: (pod) => writeCursor(DIFFERENCES, pod.namespace, pod.name),
      node: (pod) => pod,
    });
  }
}
