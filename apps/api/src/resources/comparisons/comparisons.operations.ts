import { ID, InputType } from '@nestjs/graphql';
import { ok } from '#requests';
import { type ComparedPods, type ComparisonRequest, ComparisonService } from '#questions';
import type { z } from 'zod';
import { clusterRef, ClusterMutationInput } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { inputOf, inputTypeOf, Json, typeOf } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { longOperation } from '../operations/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { podRequestOf, podSelection, preemption, runRef } from '../scheduling/index.js';
import { comparisonAsked, comparisonBody, comparisonSchema, comparisonShape, sideBody } from './comparison.schema.js';

@InputType('ComparisonSideInput', { description: 'The profile and the cluster of a side of a comparison.' })
class ComparisonSideInput extends inputOf(sideBody, {
  profile: {
    type: () => Json,
    description:
      'Name of a profile, or an entry of `profiles` of a KubeSchedulerConfiguration. Default: the profile ' +
      "named by each pod's schedulerName.",
  },
  cluster: { type: () => ID, description: 'The cluster, by global id, plain id or name. Default: `clusterId`.' },
}) {}

@InputType('ComparisonInput', { description: 'Two sides, on which the same pods are scheduled in the same order.' })
class ComparisonInput extends inputOf(
  comparisonShape,
  {
    a: { type: () => ComparisonSideInput, description: 'Side A.' },
    b: { type: () => ComparisonSideInput, description: 'Side B.' },
    pods: {
      type: inputTypeOf(podSelection),
      description: 'Which pods. Default, without `run` and `since`: all pending pods.',
    },
    at: 'The pods and the cluster at this moment: a time, a position, or `revision:` with a number.',
    run: { type: () => ID },
    since: 'Pods attempted since this moment, while all other changes happen as in the log.',
    until: 'End of the period. Default: the present.',
    seeds: 'Number of seeds with which ties are broken, each in turn, 1 to 50. Default: as in the run, or by name.',
    preemption: { type: () => preemption.enum, description: 'Default: that of the run, or `off`.' },
    limit: 'Maximum number of differing placements in the result, 0 to 1,000. Default: 100.',
  },
  ClusterMutationInput,
) {}

type Asked = z.output<typeof comparisonAsked>;

const sideOf = (side: ComparisonSideInput) => ({ ...side, cluster: side.cluster && clusterRef(side.cluster) });
const face = {
  input: { what: 'The two sides and the pods.', type: ComparisonInput, whole: true },
  path: ({ clusterId }: ComparisonInput) => ({ cluster: clusterRef(clusterId) }),
  ids: ({ a, b, run }: ComparisonInput): object => ({ a: sideOf(a), b: sideOf(b), run: run && runRef(run) }),
} as const;

const work = longOperation({
  name: 'compare',
  route: 'POST /v1/clusters/:cluster/comparisons',
  tag: 'decisions',
  permission: inNamespace('viewer'),
  summary: 'Compare two profiles or clusters',
  description:
    'Schedules the same pods in the same order on two sides, and reports the placements that differ and ' +
    'the plugins that decided them, outcomes, utilization, balance, and stranded resources. The pods are ' +
    'those in the request, of a run, or all pods attempted in a section of the log. Nothing is written. ' +
    'It is cancelled if the client disconnects, unless `wait` is false. `Location` is the operation in ' +
    'both cases.',
  kind: 'comparison',
  uses: { comparisons: ComparisonService },
  body: comparisonBody,
  example: { a: { profile: 'default-scheduler' }, b: { profile: 'packing' } },
  result: comparisonSchema,
  problems: [
    ErrorCode.RUN_NOT_FOUND,
    ErrorCode.PODS_NOT_FOUND,
    ErrorCode.PROFILE_NOT_FOUND,
    ErrorCode.PROFILE_INVALID,
    ErrorCode.HISTORY_EXPIRED,
    ErrorCode.ARCHIVED,
  ],
  field: 'comparison',
  what: 'a comparison',
  task: async ({ comparisons }, { caller, path: { cluster }, body: { wait: _, ...asked } }) => {
    const request = requestOf(cluster, asked);
    const scope = await comparisons.scope(caller, request);
    if (scope.refused) return scope;
    return ok({
      kind: 'comparison',
      cluster: scope.value.cluster,
      request: { cluster, ...asked },
      total: scope.value.pods,
      unit: 'pods',
      work: ({ signal, tell }) =>
        comparisons.compare({ ...caller, signal }, request, {
          progress: ({ pods: done, total }) => {
            tell({ done, total, message: '' });
          },
        }),
    });
  },
});

export const compare = work.waiting.mutation({
  ...face,
  description:
    'Schedules the same pods in the same order on two sides, and reports placements that differ and why, ' +
    'outcomes, utilization, balance, and stranded resources. Nothing is written.',
  payload: { comparison: { type: typeOf(comparisonSchema), what: 'The result' } },
  changed: (comparison) => ({ comparison }),
});
export const startComparison = work.starting({ ...face, name: 'startComparison' });
export const compared = work.result;
export const comparisonWork = work.background;

/** A validated body as the service takes it. @throws RequestRefused for a selector that cannot be read. */
function requestOf(cluster: string, asked: Asked): ComparisonRequest {
  const { a, b, seeds, preemption: how, limit } = asked;
  return {
    cluster,
    a: withoutUndefined(a),
    b: withoutUndefined(b),
    of: podsOf(asked),
    limit,
    ...withoutUndefined({ seeds, preemption: how }),
  };
}

function podsOf({ pods = {}, at, run, since, until }: Asked): ComparedPods {
  if (run !== undefined) return { run };
  if (since !== undefined) return withoutUndefined({ since, until });
  return { pods: podRequestOf(pods), ...withoutUndefined({ at }) };
}
