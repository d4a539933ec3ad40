import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { RunViewService, type ComparedPod } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import {
  connection,
  type Connection,
  PageArgs,
  pageSize,
  readCursor,
  writeCursor,
} from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { RunComparisonModel, RunDifferenceConnection } from './run-views.model.js';

const DIFFERENCES = 'runDifferences';

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
