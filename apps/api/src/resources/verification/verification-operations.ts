import { type Caller } from '#access';
import { type IdempotentRequest, ok, type Outcome } from '#requests';
import {
  type Verification,
  type VerificationProgress,
  type VerificationRequest,
  VerificationService,
} from '#integrity';
import { type AwaitedOperation, type Operation, OperationService, type Task } from '#operations';
import { Injectable } from '@nestjs/common';
import { goneOf } from '../../ground/caller/index.js';

/** How a verification goes through each cluster; what it reads of no cluster comes last. */
const STAGES: readonly VerificationProgress['stage'][] = ['log', 'evidence', 'state'];

/** Verifications as operations: whether a caller waits or not. */
@Injectable()
export class VerificationOperations {
  constructor(
    private readonly operations: OperationService,
    private readonly verification: VerificationService,
  ) {}

  async begin(
    caller: Caller,
    request: VerificationRequest,
    how: { readonly idempotency?: IdempotentRequest } = {},
  ): Promise<Outcome<Operation>> {
    const task = await this.#task(caller, request);
    return task.refused ? task : this.operations.begin(caller, task.value, how);
  }

  /** For as long as the caller waits. */
  async await(caller: Caller, request: VerificationRequest): Promise<Outcome<AwaitedOperation<Verification>>> {
    const task = await this.#task(caller, request);
    return task.refused ? task : this.operations.await(caller, task.value, goneOf(caller));
  }

  /** What is not there is refused before there is an operation. */
  async #task(caller: Caller, { onProgress, ...request }: VerificationRequest): Promise<Outcome<Task<Verification>>> {
    const scope = await this.verification.scope(caller, request.cluster);
    if (scope.refused) return scope;
    const { cluster, clusters } = scope.value;
    return ok({
      kind: 'verification',
      cluster,
      request,
      total: clusters * STAGES.length,
      unit: 'stages',
      work: ({ signal, tell }) =>
        this.verification.verify(
          { ...caller, signal },
          {
            ...request,
            onProgress: (far) => {
              tell({ ...stagesOf(far), message: inWords(far) });
              onProgress?.(far);
            },
          },
        ),
    });
  }
}

function stagesOf({ number, clusters, stage }: VerificationProgress): {
  readonly done: number;
  readonly total: number;
} {
  const before = STAGES.includes(stage) ? STAGES.indexOf(stage) : STAGES.length;
  return { done: (number - 1) * STAGES.length + before, total: clusters * STAGES.length };
}

function inWords({ cluster, number, clusters, stage, changes, decisions }: VerificationProgress): string {
  const soFar = `${changes} changes and ${decisions} decisions so far`;
  return `cluster ${number} of ${clusters} (${cluster}): ${stage}; ${soFar}`;
}
