import { InputType } from '@nestjs/graphql';
import type { FieldProblem } from '#apimachinery';
import { ok, refuse, type Outcome } from '#requests';
import { ClockService, type ClockMove, type ClockView, type QueuedPods } from '#scheduling';
import { inCluster } from '../../ground/caller/index.js';
import { inputOf, typeOf } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { ClusterModel, ClusterMutationInput, clusterRef } from '../clusters/index.js';
import { longOperation } from '../operations/index.js';
import {
  clockMove,
  clockMoveFields,
  clockSchema,
  queueQuery,
  queueSchema,
  settleOf,
  type ClockMoveBody,
} from './clock.schema.js';

const tag = 'clusters';
const uses = { clocks: ClockService };
const STANDSTILL: ClockMove = { advance: '0' };
const about =
  'Of a cluster with a clock: controllers, kubelets and the scheduling queue act in it as its time passes, and ' +
  'everything that happens is a change in its log.';

export const getClock = operation({
  name: 'getClock',
  route: 'GET /v1/clusters/:cluster/clock',
  tag,
  permission: inCluster('viewer'),
  summary: 'Read the clock of a cluster',
  description: about,
  uses,
  answer: { status: 200, description: 'The clock.', schema: clockSchema },
  run: async ({ clocks }, { caller, path: { cluster } }) => shown(await clocks.get(caller, cluster)),
}).field({
  on: () => ClusterModel,
  name: 'clock',
  row: 'Cluster.clock',
  description: 'Its clock; null if it has none.',
  type: typeOf(clockSchema),
  nullable: true,
  // What is invalid of a request without parameters is that the cluster has no clock.
  nullWhen: 'InvalidRequest',
  asked: ({ place: { cluster } }) => ({ cluster }),
});

export const getQueue = operation({
  name: 'getQueue',
  route: 'GET /v1/clusters/:cluster/queue',
  tag,
  permission: inCluster('editor'),
  summary: 'Read the scheduling queue of a cluster',
  description: `${about} Counts of what came into the queue begin anew with each request, unless \`keep\` is true.`,
  uses,
  query: queueQuery,
  answer: { status: 200, description: 'The queue.', schema: queueSchema },
  run: async ({ clocks }, { caller, path: { cluster }, query }) => {
    const queue = await clocks.queue(caller, cluster, withoutUndefined(query));
    return queue.refused ? queue : ok(queueJson(queue.value));
  },
}).field({
  on: () => ClusterModel,
  name: 'queue',
  row: 'Cluster.queue',
  description: 'Its scheduling queue; null if it has no clock. Counts go on.',
  type: typeOf(queueSchema),
  nullable: true,
  nullWhen: 'InvalidRequest',
  asked: ({ place: { cluster } }) => ({ cluster, keep: true }),
});

@InputType('ClockMoveInput', { description: 'How time passes in a cluster: exactly one of these, or a mode.' })
class ClockMoveInput extends inputOf(clockMoveFields, {}, ClusterMutationInput) {}

const face = {
  input: { what: 'How time passes.', type: ClockMoveInput, whole: true },
  path: ({ clusterId }: ClockMoveInput) => ({ cluster: clusterRef(clusterId) }),
} as const;

const work = longOperation({
  name: 'moveClock',
  route: 'POST /v1/clusters/:cluster/clock',
  tag,
  permission: inCluster('editor'),
  summary: 'Let time pass in a cluster',
  description:
    `${about} Each change has its own time of the cluster; many moments are one revision, and between two revisions ` +
    'others may write, and the operation may be cancelled. Of a cluster there is one such operation at a time. With ' +
    '`mode` time passes by itself from then on, or does not any more. `Location` is the operation.',
  kind: 'advance',
  uses,
  body: clockMove,
  example: { advance: '30s' },
  result: clockSchema,
  problems: [ErrorCode.OPERATION_UNDER_WAY],
  field: 'clock',
  what: 'a movement of a clock',
  task: async ({ clocks }, { caller, path: { cluster }, body }) => {
    const { wait: _, mode, rate, ...rest } = body;
    const move = mode === undefined ? moveOf(rest) : undefined;
    const scope = await clocks.scope(caller, cluster, move ?? STANDSTILL);
    if (scope.refused) return scope;
    const problem = problemOf(body);
    if (problem !== undefined) return refuse({ kind: 'InvalidRequest', problems: [problem] });
    const { cluster: id, from, to } = scope.value;
    return ok({
      kind: 'advance',
      cluster: id,
      request: { cluster, ...withoutUndefined({ mode, rate, ...rest }) },
      total: secondsOf(from, to),
      unit: 'seconds',
      work: async ({ signal, tell, kept, keep }) => {
        const by = { ...caller, signal };
        if (mode !== undefined) return shown(await clocks.set(by, id, withoutUndefined({ mode, rate })));
        const begun = await beginningOf(kept, async () => clocks.scope(by, id, move ?? STANDSTILL));
        if (begun.refused) return begun;
        const beginning = begun.value;
        if (kept === null) await keep(beginning);
        const reached = (at: Date): void => {
          tell({ done: secondsOf(from, at), message: `it is ${at.toISOString()}` });
        };
        return shown(await clocks.move(by, id, move ?? STANDSTILL, { reached, from: new Date(beginning.from) }));
      },
    });
  },
});

export const moveClock = work.waiting.mutation({
  ...face,
  description: 'Lets time pass in a cluster, or sets how it passes.',
  payload: { clock: { type: typeOf(clockSchema), what: 'The clock' } },
  changed: (clock) => ({ clock }),
});
export const startMoveClock = work.starting({ ...face, name: 'startMoveClock' });
export const movedClock = work.result;
export const clockWork = work.background;

/** Where a movement began: a process that goes on with it leads it to the same end. */
interface KeptBeginning {
  readonly from: string;
}

/** It begins with the work, which may have waited; begun again, where it began first. */
async function beginningOf(
  kept: object | null,
  scope: () => Promise<Outcome<{ readonly from: Date }>>,
): Promise<Outcome<KeptBeginning>> {
  if (kept !== null) return ok(kept as KeptBeginning);
  const present = await scope();
  return present.refused ? present : ok({ from: present.value.from.toISOString() });
}

/** Said to those alone who may move the clock. */
function problemOf({ wait: _, rate, ...move }: ClockMoveBody): FieldProblem | undefined {
  const reason = 'FieldValueInvalid';
  if (rate !== undefined && move.mode !== 'real')
    return { field: 'rate', reason, message: 'Forbidden: only a real clock has a rate' };
  if (Object.keys(withoutUndefined(move)).length === 1) return undefined;
  return { field: '', reason, message: 'must contain exactly one of advance, advanceTo, settle and mode' };
}

function secondsOf(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 1_000);
}

function moveOf({ advance, advanceTo, settle }: Pick<ClockMoveBody, 'advance' | 'advanceTo' | 'settle'>): ClockMove {
  if (settle !== undefined) return { settle: settleOf(settle) };
  if (advance !== undefined) return { advance };
  return advanceTo === undefined ? STANDSTILL : { advanceTo };
}

function shown(clock: Outcome<ClockView>): Outcome<object> {
  if (clock.refused) return clock;
  const { now, next, stopped, ...rest } = clock.value;
  return ok({
    ...rest,
    now: now.toISOString(),
    next: next && { at: next.at.toISOString(), what: next.what },
    stopped: stopped.map(({ what, since }) => ({ what, since: since.toISOString() })),
  });
}

function queueJson({ incoming, ...parts }: QueuedPods): object {
  const lists = Object.entries(parts).map(([part, pods]) => [part, pods.map((pod) => podJson(pod, part))]);
  return { ...(Object.fromEntries(lists) as object), incoming };
}

function podJson(
  { key, uid, priority, attempts, since, until, plugins }: QueuedPods['active'][number],
  part: string,
): object {
  const [namespace, name] = key.split('/');
  return {
    ...{ namespace, name, uid, priority, attempts, plugins },
    since: new Date(since).toISOString(),
    ...(part === 'backoff' && { until: new Date(until).toISOString() }),
  };
}
