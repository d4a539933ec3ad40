import { type Caller } from '#access';
import { type IdempotentRequest, ok, type Outcome } from '#requests';
import { type Comparison, type ComparisonRequest, ComparisonService } from '#questions';
import { type AwaitedOperation, type Operation, OperationService, type Task } from '#operations';
import { Injectable } from '@nestjs/common';
import { goneOf } from '../../ground/caller/index.js';

/** A comparison, and how the caller asked for it. */
export interface AskedComparison {
  readonly request: ComparisonRequest;
  /** As it is shown with the operation. */
  readonly asked: object;
}

/** Comparisons as operations: whether a caller waits or not. */
@Injectable()
export class ComparisonOperations {
  constructor(
    private readonly operations: OperationService,
    private readonly comparisons: ComparisonService,
  ) {}

  async begin(
    caller: Caller,
    comparison: AskedComparison,
    how: { readonly idempotency?: IdempotentRequest } = {},
  ): Promise<Outcome<Operation>> {
    const task = await this.#task(caller, comparison);
    return task.refused ? task : this.operations.begin(caller, task.value, how);
  }

  /** For as long as the caller waits. */
  async await(caller: Caller, comparison: AskedComparison): Promise<Outcome<AwaitedOperation<Comparison>>> {
    const task = await this.#task(caller, comparison);
    return task.refused ? task : this.operations.await(caller, task.value, goneOf(caller));
  }

  /** What is not there is refused before there is an operation. */
  async #task(caller: Caller, { request, asked }: AskedComparison): Promise<Outcome<Task<Comparison>>> {
    const scope = await this.comparisons.scope(caller, request);
    if (scope.refused) return scope;
    const { cluster, pods: total } = scope.value;
    return ok({
      kind: 'comparison',
      cluster,
      request: { cluster: request.cluster, ...asked },
      total,
      unit: 'pods',
      work: ({ signal, tell }) =>
        this.comparisons.compare({ ...caller, signal }, request, {
          progress: (far) => {
            tell({ done: far.pods, total: far.total, message: '' });
          },
        }),
    });
  }
}
