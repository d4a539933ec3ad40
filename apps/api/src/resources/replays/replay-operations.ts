import { type Caller } from '#access';
import { type IdempotentRequest, ok, type Outcome } from '#requests';
import { type AwaitedOperation, type Operation, OperationService, type Task } from '#operations';
import {
  type ReplayOptions,
  type ReplayProgress,
  type ReplayReport,
  type ReplaySelection,
  ReplayService,
} from '#scheduling';
import { Injectable } from '@nestjs/common';
import { goneOf } from '../../ground/caller/index.js';

/** Which decisions to make again. */
export interface ReplayRequest {
  /** Id or name. */
  readonly cluster: string;
  readonly selection: ReplaySelection;
}

/** Replays as operations: whether a caller waits or not. */
@Injectable()
export class ReplayOperations {
  constructor(
    private readonly operations: OperationService,
    private readonly replays: ReplayService,
  ) {}

  async begin(
    caller: Caller,
    request: ReplayRequest,
    how: { readonly idempotency?: IdempotentRequest } = {},
  ): Promise<Outcome<Operation>> {
    const task = await this.#task(caller, request);
    return task.refused ? task : this.operations.begin(caller, task.value, how);
  }

  /** For as long as the caller waits. */
  async await(
    caller: Caller,
    request: ReplayRequest,
    options: ReplayOptions = {},
  ): Promise<Outcome<AwaitedOperation<ReplayReport>>> {
    const task = await this.#task(caller, request, options);
    return task.refused ? task : this.operations.await(caller, task.value, goneOf(caller));
  }

  /** What cannot be made again is refused before there is an operation. */
  async #task(
    caller: Caller,
    request: ReplayRequest,
    { progress }: ReplayOptions = {},
  ): Promise<Outcome<Task<ReplayReport>>> {
    const scope = await this.replays.scope(caller, request);
    if (scope.refused) return scope;
    const { cluster, decisions: total } = scope.value;
    return ok({
      kind: 'replay',
      cluster,
      request: { cluster: request.cluster, ...request.selection },
      total,
      unit: 'decisions',
      work: ({ signal, tell }) =>
        this.replays.replay({ ...caller, signal }, request, {
          progress: (far) => {
            tell({ done: far.decisions, total: far.total, message: inWords(far) });
            progress?.(far);
          },
        }),
    });
  }
}

function inWords({ different, notComparable }: ReplayProgress): string {
  return `${different} different, ${notComparable} not comparable`;
}
