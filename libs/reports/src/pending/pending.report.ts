import type { Rejection } from '#audit';
import { namedPods } from '#questions';
import type { PastObject } from '#state';
import { integer, key, orNull, report, text, time } from '../report/index.js';
import { readLastDecisions, type LastDecision } from './pending.queries.js';

const ON_NODES = 'Obstacles as `PLUGIN: REASON`, separated by `; `, that in the last attempt';

/** Pods that wait. */
export const pending = report({
  name: 'pending',
  summary: 'Pods that wait, since when, and what is in their way',
  description:
    'Pods that are assigned to no node and have neither succeeded nor failed, with the result of their last attempt ' +
    'up to the moment: one row for each pod, the oldest first. `waits` has the waiting times of pods that were ' +
    'bound, `releases` the changes that would place pods that wait.',
  about: 'state',
  parameters: ['namespace'],
  columns: {
    namespace: key(text('Namespace of the pod.')),
    pod: key(text('Name of the pod.')),
    uid: key(text('Its uid.')),
    since: orNull(time('When it was created: `metadata.creationTimestamp`; null if it has none.')),
    waitSeconds: orNull(integer('seconds', 'Whole seconds from its creation to the moment.')),
    priority: integer(null, '`spec.priority`; 0 if it has none.'),
    profile: text('`spec.schedulerName`: the scheduler profile that is to place it.'),
    state: text(
      'The first of these that applies: `gated`, it has scheduling gates; `neverTried`, nothing was decided about it ' +
        'since it has none; `nominated`, preemption nominated a node for it; otherwise the outcome of its last ' +
        'attempt.',
    ),
    triedAt: orNull(time('When the last attempt was made; null if there was none.')),
    attempts: integer('attempts', 'Number of attempts up to the moment, dry runs excluded.'),
    nodesEvaluated: orNull(integer('nodes', 'Nodes that the last attempt evaluated.')),
    first: text(`${ON_NODES} were the first failure of at least one node.`),
    any: text(`${ON_NODES} rejected at least one node.`),
    sole: text(`${ON_NODES} belong to the only plugin that rejected some node.`),
    only: text(`${ON_NODES} were the only reason of the only plugin that rejected some node: without it the pod fits.`),
  },
  async *rows(frame) {
    const { namespace: only } = frame.parameters;
    const waiting = namedPods(await frame.state()).filter(
      ({ namespace, placement }) => placement.node === null && !placement.finished && (only ?? namespace) === namespace,
    );
    const last = await frame.transaction((tx) => readLastDecisions(tx, frame, waiting));
    const decided = new Map(last.map((one) => [one.uid, one]));
    for (const pod of waiting.map(readPod).sort((a, b) => a.since - b.since)) {
      const decision = decided.get(pod.uid);
      yield {
        namespace: pod.namespace,
        pod: pod.name,
        uid: pod.uid,
        since: pod.since === 0 ? null : new Date(pod.since).toISOString(),
        waitSeconds: pod.since === 0 ? null : Math.floor((frame.to.getTime() - pod.since) / 1_000),
        priority: pod.priority,
        profile: pod.profile,
        state: stateOf(pod, decision),
        triedAt: decision?.at.toISOString() ?? null,
        attempts: decision?.attempts ?? 0,
        nodesEvaluated: decision?.evaluated ?? null,
        first: inWords(decision?.rejections, 'first'),
        any: inWords(decision?.rejections, 'any'),
        sole: inWords(decision?.rejections, 'sole'),
        only: inWords(decision?.rejections, 'only'),
      };
    }
  },
});

interface ReadPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Milliseconds; 0 where it is not known. */
  readonly since: number;
  readonly priority: number;
  readonly profile: string;
  readonly gated: boolean;
  readonly nominated: boolean;
}

function readPod(pod: PastObject): ReadPod {
  const { metadata, spec, status } = pod.stored().object as unknown as {
    readonly metadata: { readonly creationTimestamp?: string };
    readonly spec?: {
      readonly priority?: number;
      readonly schedulerName?: string;
      readonly schedulingGates?: readonly object[];
    };
    readonly status?: { readonly nominatedNodeName?: string };
  };
  return {
    namespace: pod.namespace,
    name: pod.name,
    uid: pod.uid,
    since: metadata.creationTimestamp === undefined ? 0 : Date.parse(metadata.creationTimestamp),
    priority: spec?.priority ?? 0,
    profile: spec?.schedulerName ?? 'default-scheduler',
    gated: (spec?.schedulingGates ?? []).length > 0,
    nominated: (status?.nominatedNodeName ?? '') !== '',
  };
}

function stateOf({ gated, nominated }: ReadPod, last: LastDecision | undefined): string {
  if (gated) return 'gated';
  if (last === undefined || last.outcome === 'gated') return 'neverTried';
  if (nominated) return 'nominated';
  return last.outcome === 'error' || last.outcome === 'skipped' ? last.outcome : 'unschedulable';
}

function inWords(rejections: readonly Rejection[] = [], how: 'first' | 'any' | 'sole' | 'only'): string {
  const found = rejections.filter(({ nodes }) => (nodes[how] ?? 0) > 0);
  const words = found.map(({ plugin, reason }) => (plugin === null ? reason : `${plugin}: ${reason}`));
  return [...new Set(words)].sort().join('; ');
}
