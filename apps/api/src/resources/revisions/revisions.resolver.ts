import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { RequestContext } from '../../ground/graphql/index.js';
import { RunLoader, RunModel } from '../scheduling/index.js';
import { RevisionModel } from './revisions.model.js';

/** The run of a revision: one statement for all revisions of a page. */
@Resolver(() => RevisionModel)
export class RevisionRunResolver {
  constructor(private readonly runs: RunLoader) {}

  @ResolveField(() => RunModel, {
    nullable: true,
    description: 'The run of which it is a part; null if it was not written by a run.',
  })
  async run(@Parent() { place, written }: RevisionModel, @Context() context: RequestContext): Promise<RunModel | null> {
    const run = written.run === null ? undefined : await this.runs.of(context).load({ place, run: written.run });
    return run === undefined ? null : new RunModel(run, place.at);
  }
}
