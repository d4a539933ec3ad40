import { ClockService, type ClockMove, type ClockView, type QueuedPods } from '#scheduling';
import { inCluster } from '../../ground/caller/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { clockMove, clockSchema, queueSchema, settleOf, type ClockMoveBody } from './clock.schema.js';

const tag = 'clusters';
const uses = { clocks: ClockService };
const answer = { status: 200, description: 'The clock.', schema: clockSchema };
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
  answer,
  run: ({ clocks }, { caller, path: { cluster } }) => clocks.get(caller, cluster),
  show: clockJson,
});

export const moveClock = operation({
  name: 'moveClock',
  route: 'POST /v1/clusters/:cluster/clock',
  tag,
  permission: inCluster('editor'),
  summary: 'Let time pass in a cluster',
  description:
    `${about} Each change has its own time of the cluster; many moments are one revision, and between two revisions ` +
    'others may write. With `mode` time passes by itself from then on, or does not any more.',
  uses,
  body: clockMove,
  example: { advance: '30s' },
  answer,
  run: ({ clocks }, { caller, path: { cluster }, body }) => {
    const { mode, rate } = body;
    return mode === undefined
      ? clocks.move(caller, cluster, moveOf(body))
      : clocks.set(caller, cluster, withoutUndefined({ mode, rate }));
  },
  show: clockJson,
});

export const getQueue = operation({
  name: 'getQueue',
  route: 'GET /v1/clusters/:cluster/queue',
  tag,
  permission: inCluster('editor'),
  summary: 'Read the scheduling queue of a cluster',
  description: `${about} Counts of what came into the queue begin anew with each request.`,
  uses,
  answer: { status: 200, description: 'The queue.', schema: queueSchema },
  run: ({ clocks }, { caller, path: { cluster } }) => clocks.queue(caller, cluster),
  show: queueJson,
});

function moveOf({ advance, advanceTo, settle }: ClockMoveBody): ClockMove {
  if (settle !== undefined) return { settle: settleOf(settle) };
  return advance === undefined ? { advanceTo: advanceTo ?? '' } : { advance };
}

function clockJson({ now, next, stopped, ...clock }: ClockView): object {
  return {
    ...clock,
    now: now.toISOString(),
    next: next && { at: next.at.toISOString(), what: next.what },
    stopped: stopped.map(({ what, since }) => ({ what, since: since.toISOString() })),
  };
}

function queueJson({ incoming, ...parts }: QueuedPods): object {
  const shown = Object.entries(parts).map(([part, pods]) => [part, pods.map((pod) => podJson(pod, part))]);
  return { ...(Object.fromEntries(shown) as object), incoming };
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
