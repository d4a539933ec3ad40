import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { ReplayReport } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef } from '../clusters/index.js';
import { DECISION_ID } from '../decisions/index.js';
import { idempotencyOf, mutate, type RequestContext, requestOf, typeOf } from '../../ground/graphql/index.js';
import { OperationLoader, OperationModel } from '../operations/index.js';
import { RUN_ID } from '../scheduling/index.js';
import { replaySelectionOf } from './replay-selection.js';
import { ReplayOperations, type ReplayRequest } from './replay-operations.js';
import { replayReport, replaySelection } from './replay.schema.js';
import { ReplayInput, ReplayPayload, StartReplayPayload } from './replays.inputs.js';

/** Deciding again. */
@Resolver()
export class ReplaysResolver {
  constructor(private readonly replays: ReplayOperations) {}

  @Mutation(() => ReplayPayload, {
    description:
      'Rebuilds the state before each decision, repeats the decision with the recorded profile, seed and ' +
      'rules, and compares everything. Nothing is written.',
  })
  replay(
    @Args('input', { description: 'Which decisions.' }) input: ReplayInput,
    @Caller() caller: Caller,
  ): Promise<ReplayPayload> {
    return mutate(
      input,
      async () => {
        idempotencyOf('replay', input);
        const begun = await this.replays.await(caller, replayRequestOf(input));
        return begun.refused ? begun : begun.value.ended;
      },
      (replay) => ({ replay }),
    );
  }

  @Mutation(() => StartReplayPayload, { description: 'Starts a replay as an operation; its `replay` is the result.' })
  startReplay(
    @Args('input', { description: 'Which decisions.' }) input: ReplayInput,
    @Caller() caller: Caller,
  ): Promise<StartReplayPayload> {
    return mutate(
      input,
      async () => this.replays.begin(caller, replayRequestOf(input), idempotencyOf('startReplay', input)),
      (operation) => ({ operation: new OperationModel(operation) }),
    );
  }
}

/** What a replay came to that is an operation. */
@Resolver(() => OperationModel)
export class ReplayOfOperationResolver {
  constructor(private readonly loader: OperationLoader) {}

  @ResolveField(typeOf(replayReport), {
    nullable: true,
    description: 'The result of a replay; null if it has not succeeded, or the operation is not a replay.',
  })
  async replay(
    @Parent() { kind, uid }: OperationModel,
    @Context() context: RequestContext,
  ): Promise<ReplayReport | null> {
    if (kind !== 'replay') return null;
    const { result = null } = (await this.loader.of(context).load(uid)) ?? {};
    return result as ReplayReport | null;
  }
}

function replayRequestOf(input: ReplayInput): ReplayRequest {
  const { clusterId, run, decision } = input;
  const body = requestOf(replaySelection, {
    ...input,
    run: run && (RUN_ID.read(run)?.run ?? run),
    decision: decision && (DECISION_ID.read(decision)?.decision ?? decision),
  });
  return { cluster: clusterRef(clusterId), selection: replaySelectionOf(body) };
}
