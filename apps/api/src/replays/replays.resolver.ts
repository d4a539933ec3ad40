import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { ReplayService } from '#scheduling';
import { Caller } from '../caller/index.js';
import { clusterRef } from '../clusters/index.js';
import { DECISION_ID } from '../decisions/index.js';
import { idempotencyOf, mutate, requestOf } from '../graphql/index.js';
import { RUN_ID } from '../scheduling/index.js';
import { replaySelectionOf } from './replay-selection.js';
import { replayBody } from './replay.schema.js';
import { ReplayInput, ReplayPayload } from './replays.inputs.js';

/** Deciding again. */
@Resolver()
export class ReplaysResolver {
  constructor(private readonly replays: ReplayService) {}

  @Mutation(() => ReplayPayload, {
    description:
      'Rebuilds the state that decisions were made on, makes them again with the recorded profile, seed and rules, ' +
      'and compares everything. Nothing is written.',
  })
  replay(
    @Args('input', { description: 'Which decisions.' }) input: ReplayInput,
    @Caller() caller: Caller,
  ): Promise<ReplayPayload> {
    return mutate(
      input,
      () => {
        idempotencyOf('replay', input);
        const { clusterId, run, decision } = input;
        const body = requestOf(replayBody, {
          ...input,
          run: run && (RUN_ID.read(run)?.run ?? run),
          decision: decision && (DECISION_ID.read(decision)?.decision ?? decision),
        });
        return this.replays.replay(caller, { cluster: clusterRef(clusterId), selection: replaySelectionOf(body) });
      },
      (replay) => ({
        replay: { ...replay, differences: [...replay.differences], notCompared: [...replay.notCompared] },
      }),
    );
  }
}
