import { ID, InputType } from '@nestjs/graphql';
import { ok } from '#requests';
import { type ReplayProgress, type ReplaySelection, ReplayService } from '#scheduling';
import type { z } from 'zod';
import { clusterRef, ClusterMutationInput } from '../clusters/index.js';
import { inCluster } from '../../ground/caller/index.js';
import { DECISION_ID } from '../decisions/index.js';
import { inputOf, typeOf } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { longOperation } from '../operations/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { runRef } from '../scheduling/index.js';
import { replayBody, replayReport, replaySelection } from './replay.schema.js';

@InputType('ReplayInput', { description: 'Which decisions are repeated. Default: all decisions in the log.' })
class ReplayInput extends inputOf(
  replaySelection,
  {
    run: { type: () => ID, description: 'Only this run, by global id or plain id. Required to replay a dry run.' },
    decision: { type: () => ID, description: 'Only this decision, by global id, or `<run>.<ordinal>`.' },
  },
  ClusterMutationInput,
) {}

const face = {
  input: { what: 'Which decisions.', type: ReplayInput, whole: true },
  path: ({ clusterId }: ReplayInput) => ({ cluster: clusterRef(clusterId) }),
  ids: ({ run, decision }: Pick<ReplayInput, 'run' | 'decision'>) => ({
    run: run && runRef(run),
    decision: decision && (DECISION_ID.read(decision)?.decision ?? decision),
  }),
} as const;

const work = longOperation({
  name: 'replay',
  route: 'POST /v1/clusters/:cluster/replays',
  tag: 'decisions',
  permission: inCluster('auditor'),
  summary: 'Replay decisions',
  description:
    'Rebuilds the state before each decision, repeats the decision with the recorded profile, seed and ' +
    'rules, and compares everything: outcome, reasons, scores, digests, and the stored trace. Nothing is ' +
    'written. NDJSON has lines with `progress` first, and the report as the last line. It is cancelled if ' +
    'the client disconnects, unless `wait` is false. `Location` is the operation in both cases.',
  kind: 'replay',
  uses: { replays: ReplayService },
  body: replayBody,
  example: {},
  result: replayReport,
  problems: [
    ErrorCode.RUN_NOT_FOUND,
    ErrorCode.DECISION_NOT_FOUND,
    ErrorCode.RUN_NOT_REPLAYABLE,
    ErrorCode.HISTORY_EXPIRED,
    ErrorCode.ARCHIVED,
  ],
  lines: 'latest',
  field: 'replay',
  what: 'a replay',
  task: async ({ replays }, { caller, path: { cluster }, body }, notify) => {
    const request = { cluster, selection: selectionOf(body) };
    const scope = await replays.scope(caller, request);
    if (scope.refused) return scope;
    return ok({
      kind: 'replay',
      cluster: scope.value.cluster,
      request: { cluster, ...request.selection },
      total: scope.value.decisions,
      unit: 'decisions',
      work: ({ signal, tell }) => {
        const progress = (far: ReplayProgress): void => {
          tell({ done: far.decisions, total: far.total, message: inWords(far) });
          notify?.(far);
        };
        return replays.replay({ ...caller, signal }, request, { progress });
      },
    });
  },
});

export const replay = work.waiting.mutation({
  ...face,
  description:
    'Rebuilds the state before each decision, repeats the decision with the recorded profile, seed and ' +
    'rules, and compares everything. Nothing is written.',
  payload: { replay: { type: typeOf(replayReport), what: 'The result' } },
  changed: (report) => ({ replay: report }),
});
export const startReplay = work.starting({ ...face, name: 'startReplay' });
export const replayed = work.result;
export const replayWork = work.background;

function selectionOf({ run, part, decision, from, until }: z.output<typeof replaySelection>): ReplaySelection {
  if (decision !== undefined) return { decision };
  if (run !== undefined) return withoutUndefined({ run, part });
  return withoutUndefined({ from, until });
}

function inWords({ different, notComparable }: ReplayProgress): string {
  return `${different} different, ${notComparable} not comparable`;
}
