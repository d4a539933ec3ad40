import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { ok } from '#requests';
import { type VerificationProgress, VerificationService } from '#integrity';
import { clusterRef } from '../clusters/index.js';
import { inTeam } from '../../ground/caller/index.js';
import { MutationInput, typeOf } from '../../ground/graphql/index.js';
import { longOperation } from '../operations/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { verificationBody, verificationSchema } from './verification.schema.js';

/** How a verification goes through each cluster; what it reads of no cluster comes last. */
const STAGES: readonly VerificationProgress['stage'][] = ['log', 'evidence', 'state'];
const CLUSTER = {
  nullable: true,
  description:
    'Only this cluster, by global id, plain id or name. Default: all clusters of the team, including ' +
    'deleted ones.',
};

@InputType({ description: 'What to verify.' })
class VerifyInput {
  @Field(() => ID, CLUSTER)
  readonly clusterId?: string | null;
}

@ArgsType()
class VerifyArgs {
  @Field(() => VerifyInput, { nullable: true, description: 'What to verify.' })
  readonly input?: VerifyInput | null;
}

@InputType({ description: 'What to verify.' })
class StartVerificationInput extends MutationInput {
  @Field(() => ID, CLUSTER)
  readonly clusterId?: string | null;
}

const clusterIn = ({ clusterId }: VerifyInput) => ({ cluster: clusterId && clusterRef(clusterId) });

const work = longOperation({
  name: 'verify',
  route: 'POST /v1/verifications',
  tag: 'verification',
  permission: inTeam('auditor'),
  summary: 'Verify the stored records',
  description:
    'Reads all records and reports, check by check, violations and where they are. NDJSON has lines ' +
    '`{"progress": {...}}`, and the answer as the last line. It is cancelled if the client disconnects, ' +
    'unless `wait` is false. `Location` is the operation in both cases.',
  kind: 'verification',
  uses: { verification: VerificationService },
  body: verificationBody,
  example: {},
  result: verificationSchema,
  problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.STORAGE_UNAVAILABLE],
  lines: 'each',
  field: 'verification',
  what: 'a verification',
  task: async ({ verification }, { caller, body }, notify) => {
    const request = body.cluster === undefined ? {} : { cluster: body.cluster };
    const scope = await verification.scope(caller, request.cluster);
    if (scope.refused) return scope;
    const { cluster, clusters } = scope.value;
    return ok({
      kind: 'verification',
      cluster,
      request,
      total: clusters * STAGES.length,
      unit: 'stages',
      work: ({ signal, tell }) => {
        const onProgress = (far: VerificationProgress): void => {
          tell({ ...stagesOf(far), message: inWords(far) });
          notify?.(far);
        };
        return verification.verify({ ...caller, signal }, { ...request, onProgress });
      },
    });
  },
});

export const verify = work.waiting.field({
  on: 'Query',
  name: 'verify',
  description:
    'Reads all records and reports, check by check, violations and where they are. A query may contain it once.',
  type: typeOf(verificationSchema),
  args: VerifyArgs,
  asked: (_, { input }) => clusterIn(input ?? {}),
});
export const startVerification = work.starting({
  name: 'startVerification',
  input: { what: 'What to verify.', type: StartVerificationInput, whole: true },
  path: () => ({}),
  ids: clusterIn,
});
export const verified = work.result;
export const verificationWork = work.background;

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
