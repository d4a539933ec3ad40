import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { SchedulingService, type Run } from '#scheduling';
import { z } from 'zod';
import { ClusterModel, ClusterMutationInput, clusterRef } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { momentQuery, withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { progressOf } from './run-progress.js';
import { runBody, runListQuery, runPage, runSchema } from './run.schema.js';
import { RunConnection, RunListArgs, RunModel, runRef } from './runs.model.js';
import { NO_SEED, scheduleRequestOf } from './schedule-request.js';

const tag = 'scheduling';
const uses = { scheduling: SchedulingService };
const schema = runSchema;
const changed = (run: Run) => ({ run: new RunModel(run) });

@InputType({ isAbstract: true })
abstract class RunMutationInput extends ClusterMutationInput {
  @Field(() => ID, { description: 'The run, by global id or plain id.' })
  readonly runId!: string;
}

@ArgsType()
class RunArgs {
  @Field(() => ID, { description: 'The global id or plain id.' })
  readonly id!: string;
}

export const schedule = operation({
  name: 'schedule',
  route: 'POST /v1/clusters/:cluster/runs',
  tag,
  permission: inNamespace('scheduler'),
  summary: 'Schedule pods',
  description:
    'Decides pods in queue order on one state of the cluster, and commits bindings, decisions and traces ' +
    'together. A pod that fits no node is a decision, not a refusal.',
  uses,
  body: runBody,
  example: { pods: { namespace: 'default' }, tieBreak: 'first' },
  answer: { status: 201, description: 'The complete run.', schema },
  also: [{ status: 202, description: 'The started run, if `wait` is false.', schema }],
  problems: [
    ErrorCode.REVISION_CONFLICT,
    ErrorCode.NO_PODS_SELECTED,
    ErrorCode.PODS_NOT_FOUND,
    ErrorCode.PROFILE_NOT_FOUND,
    ErrorCode.PROFILE_INVALID,
    ErrorCode.CLUSTER_FOLLOWED,
    ErrorCode.TOO_MANY_REQUESTS,
  ],
  key: true,
  run: ({ scheduling }, { caller, path: { cluster }, body, terms }) =>
    scheduling.schedule(caller, scheduleRequestOf(cluster, body), {
      wait: body.wait,
      // Keys are stored with all that the run is made with.
      ...terms({ cluster, ...body, seed: body.seed ?? NO_SEED }),
    }),
  status: ({ wait }) => (wait ? 201 : 202),
  headers: ({ cluster, id }) => ({ location: `/v1/clusters/${cluster}/runs/${id}` }),
}).mutation({
  input: { what: 'What to schedule, and how.', type: ClusterMutationInput },
  path: ({ clusterId }) => ({ cluster: clusterRef(clusterId) }),
  payload: { run: { type: () => RunModel, what: 'The run' } },
  changed,
});

export const listRuns = operation({
  name: 'listRuns',
  route: 'GET /v1/clusters/:cluster/runs',
  tag,
  permission: inNamespace('viewer'),
  summary: 'List runs',
  description: 'Newest first, by end time. At a moment: runs requested up to it.',
  uses,
  query: runListQuery,
  answer: { status: 200, description: 'A page of runs.', schema: runPage },
  pages: { place: z.uuid(), inTime: true },
  run: ({ scheduling }, { caller, path: { cluster }, query: { at, ...filter }, page }) =>
    scheduling.list(caller, withoutUndefined({ cluster, at }), { filter, ...page }),
}).connection({
  on: () => ClusterModel,
  name: 'runs',
  type: () => RunConnection,
  args: RunListArgs,
  list: 'runs',
  parts: ['id'],
  placeOf: ([id = '']) => id,
  partsOf: ({ id }) => [id],
  asked: ({ place }, filter) => ({ ...place, ...filter }),
  node: (run, { place }) => new RunModel(run, place.at),
});

export const cancelRun = operation({
  name: 'cancelRun',
  route: 'POST /v1/clusters/:cluster/runs/:run/cancel',
  tag,
  permission: inNamespace('scheduler'),
  summary: 'Cancel a run',
  description:
    'Stops an active run: the committed parts stay, the current part is discarded. Cancelling a cancelled ' +
    'run has no effect.',
  uses,
  answer: { status: 200, description: 'The cancelled run.', schema },
  problems: [ErrorCode.RUN_NOT_FOUND, ErrorCode.RUN_ENDED],
  run: ({ scheduling }, { caller, path: { cluster, run } }) => scheduling.cancel(caller, cluster, run),
}).mutation({
  input: { what: 'The run.', about: 'A run to cancel.', type: RunMutationInput },
  path: ({ clusterId, runId }) => ({ cluster: clusterRef(clusterId), run: runRef(runId) }),
  payload: { run: { type: () => RunModel, what: 'The cancelled run' } },
  changed,
});

export const getRun = operation({
  name: 'getRun',
  route: 'GET /v1/clusters/:cluster/runs/:run',
  tag,
  permission: inNamespace('viewer'),
  summary: 'Read a run',
  description:
    'While the run is active, `progress` is the number of pods decided. At a moment: only if the run was ' +
    'requested up to it.',
  uses,
  query: momentQuery,
  answer: { status: 200, description: 'The run.', schema },
  problems: [ErrorCode.RUN_NOT_FOUND],
  run: ({ scheduling }, { caller, path: { cluster, run }, query }) =>
    scheduling.get(caller, { cluster, ...query }, run),
  show: (run, { scheduling }) => (run.state === 'running' ? { ...run, progress: progressOf(run, scheduling) } : run),
}).field({
  on: () => ClusterModel,
  name: 'run',
  description: 'A run; null if it does not exist, or was requested after the moment.',
  type: () => RunModel,
  nullWhen: 'RunNotFound',
  args: RunArgs,
  asked: ({ place }, { id }) => ({ ...place, run: runRef(id) }),
  show: (run, { place }) => new RunModel(run, place.at),
});
