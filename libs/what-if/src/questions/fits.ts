import { compareQueued, DEFAULT_SCHEDULER_NAME, type Pod, type Profile } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import type { ExceededQuota, Refused, StoppedRollout } from '../findings/index.js';
import { place, type Placement } from '../placing/index.js';
import { rollOut } from '../rollouts/index.js';
import type { RolloutPlan } from '../steps/index.js';
import { assumeVolumes } from '../volumes/index.js';
import { imported } from './imported.js';
import { counted, nameOf, verb, reasonsOf, type PodName } from './named.js';
import { question, type ByProfile } from './question.js';

/** Do these pods, or those of these workloads, fit? */
export const fits = question({
  texts: ({ manifests }: FitsBody) => [{ field: 'manifests', text: manifests }],
  input: ({ cluster, texts, profileOf, isServed }, { profile }: FitsBody): FitsInput => {
    const given = texts.map((text) => imported(cluster, text));
    const coming = given.flatMap(({ waiting }) => waiting).sort(compareQueued);
    const pods = coming.map(({ pod }) => pod);
    assumeVolumes(cluster, pods);
    const { refused } = cluster.findings;
    const rollouts = given.flatMap((one) => one.rollouts);
    const bound = given.reduce((sum, one) => sum + one.bound, 0);
    return {
      pods,
      bound,
      refused,
      rollouts,
      profileOf: profileOf(profile),
      ...(profile === undefined && { isServed }),
    };
  },
  answer,
});

export interface FitsBody extends ByProfile {
  readonly manifests: string;
}

/** Whether pods fit, and where they would go. */
export interface FitsAnswer {
  readonly fits: boolean;
  readonly pods: readonly {
    readonly pod: PodName;
    readonly outcome: Placement['outcome'];
    readonly node: string | null;
    readonly message: string;
  }[];
  /** Why pods have no node, the most frequent reason first. */
  readonly reasons: readonly { readonly message: string; readonly pods: number }[];
  readonly sentence: string;
}

export interface FitsInput {
  readonly pods: readonly Pod[];
  /** So many others are on nodes already; none unless given. */
  readonly bound?: number;
  /** Objects, and pods of objects, that are not created or changed; none unless given. */
  readonly refused?: readonly Refused[];
  /** Of Deployments that there are; none unless given. */
  readonly rollouts?: readonly RolloutPlan[];
  readonly profileOf: (pod: Pod) => Profile;
  /** Pods of other schedulers are not judged; all are unless given. */
  readonly isServed?: (pod: Pod) => boolean;
}

/** Places the pods one after the other, in the order in which they are given. */
function* answer(
  cluster: HypotheticalCluster,
  { pods, bound = 0, refused = [], rollouts = [], profileOf, isServed = () => true }: FitsInput,
): Generator<void, FitsAnswer, undefined> {
  const { snapshot, executor, at, findings, quotas } = cluster;
  const stopped: StoppedRollout[] = [];
  for (const rollout of rollouts) {
    // Where it stands still at its size, it does at a larger one.
    if (stopped.some(({ index }) => index === rollout.index)) continue;
    const end = yield* rollOut(cluster, rollout, profileOf);
    if (end === undefined) continue;
    stopped.push(end);
    findings.stop(end);
  }
  const placed: Placement[] = [];
  for (const pod of pods) {
    placed.push(isServed(pod) ? place({ snapshot, executor, at, profileOf }, pod) : notJudged(pod));
    yield;
  }
  const left = placed.filter(({ node }) => node === null);
  const notCreated = refused.flatMap(({ pods: count, message }) => Array.from({ length: count }, () => message));
  const reasons = reasonsOf([...left.map(({ message }) => message), ...notCreated]);
  const objects = refused.filter(({ pods: count }) => count === 0);
  // Pods that were observed are not refused, and count.
  const { exceeded } = quotas;
  return {
    fits: [left, refused, stopped, exceeded].every(({ length }) => length === 0),
    pods: placed.map(({ pod, ...end }) => ({ pod: nameOf(pod), ...end })),
    reasons,
    sentence: sentenceOf({ placed, bound, left, notCreated, objects, stopped, exceeded }),
  };
}

/** As a run has it: the scheduler that it is for may place it by other rules. */
function notJudged(pod: Pod): Placement {
  const name = pod.spec?.schedulerName ?? DEFAULT_SCHEDULER_NAME;
  return { pod, node: null, outcome: 'skipped', message: `pod is for ${name}, which no profile of the cluster serves` };
}

interface Placed {
  readonly placed: readonly Placement[];
  readonly bound: number;
  readonly left: readonly Placement[];
  /** Why pods are not created, for each of them. */
  readonly notCreated: readonly string[];
  /** Objects that are refused. */
  readonly objects: readonly Refused[];
  readonly stopped: readonly StoppedRollout[];
  readonly exceeded: readonly ExceededQuota[];
}

function sentenceOf({ placed, bound, left, notCreated, objects, stopped, exceeded }: Placed): string {
  const nodes = new Set(placed.map(({ node }) => node)).size;
  if ([left, notCreated, objects, stopped, exceeded].every(({ length }) => length === 0))
    return placed.length === 0
      ? `It fits: no pod waits for a node${boundInWords(bound)}.`
      : `It fits: ${counted(placed.length, 'pod')} on ${counted(nodes, 'node')}.`;
  const asked = placed.length + notCreated.length;
  const without = [
    saidOf(notCreated, verb(notCreated.length, 'is refused', 'are refused'), asked),
    saidOf(
      left.map(({ message }) => message),
      `${verb(left.length, 'finds', 'find')} no node`,
      asked,
    ),
    ...objects.map((one) => `${subjectOf(one)} is refused. ${one.message}`),
    ...stopped.map((one) => `${subjectOf(one)}: ${one.message}`),
    ...exceeded.map(
      ({ namespace, quota, resource, hard, used }) =>
        `ResourceQuota ${namespace}/${quota} allows ${hard} of ${resource}, and ${used} would be used.`,
    ),
  ];
  return ['It does not fit:', ...without.filter((text) => text !== '')].join(' ');
}

function boundInWords(bound: number): string {
  return bound === 0
    ? ''
    : `; ${counted(bound, 'pod')} ${verb(bound, 'is', 'are')} on a node already, and not placed anew`;
}

function subjectOf({ kind, namespace, name }: Pick<Refused, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

/** So many of the pods, and the most frequent reason. */
function saidOf(messages: readonly string[], what: string, asked: number): string {
  const [first] = reasonsOf(messages);
  return first === undefined ? '' : `${messages.length} of ${counted(asked, 'pod')} ${what}. ${first.message}`;
}
