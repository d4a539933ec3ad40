import type { Attempt } from '../attempt/index.js';
import { IncrementalExecutor, type Executor } from '../executor/index.js';
import { podPriority, podUid, type Pod } from '../objects/index.js';
import type { Answer, Asking, Question } from '../plugin.js';
import type { Profile } from '../profile/index.js';
import { schedulePod } from '../schedule-pod.js';
import { placedPod, type PlacedPod, type Snapshot } from '../snapshot/index.js';
import type { TieBreak } from '../tie-break/index.js';

/**
 * What happens when pods of lower priority are in the way: nothing; the pod is nominated to the node where they are; or
 * they are evicted at once and the pod is tried again.
 */
export type Preemption = 'off' | 'nominate' | 'evict';

/** A batch: which pods, in the order in which they are tried, on which cluster. */
export interface BatchInput {
  readonly snapshot: Snapshot;
  /** In the order of `compareQueued`, or any other. */
  readonly pods: Iterable<Pod>;
  /** The profile that serves a pod. A pod whose schedulerName has no profile is not part of this batch. */
  readonly profileOf: (pod: Pod) => Profile;
  readonly tieBreak: TieBreak;
  /** Default `nominate`. */
  readonly preemption?: Preemption;
  /** RFC 3339: the start time of pods placed here that have none. */
  readonly now: string;
  /** The number of the first attempt, when a run goes on in another batch. */
  readonly firstOrdinal?: number;
  readonly executor?: Executor;
  /** Answers what plugins ask of the outside. Without it every question is refused. */
  readonly answer?: (question: Question) => Answer;
}

/** A pod whose attempt waits for answers, one to each of the questions. */
export interface WaitingAttempt {
  readonly pod: Pod;
  readonly number: Attempt['number'];
  readonly questions: readonly Question[];
}

/**
 * Decides one pod after the other. Each attempt is yielded before what it came to is applied, while its evidence holds;
 * when the caller goes on, the pod is put on its node, or nominated, or forgotten, and the next one is tried.
 */
export function* decidePods(input: BatchInput): Generator<Attempt, void, undefined> {
  const answer = input.answer ?? unanswered;
  const steps = decideAsking(input);
  let step = steps.next();
  while (step.done !== true) {
    if ('questions' in step.value) step = steps.next(step.value.questions.map(answer));
    else {
      yield step.value;
      step = steps.next();
    }
  }
}

/** The answer to a question of a caller that answers none. */
export function unanswered({ kind }: Question): Answer {
  const reason = 'nobody is there to answer';
  return kind === 'permit' ? { allowed: false, reason } : { failure: reason };
}

/**
 * The same for a caller that answers in its own time: an attempt that has questions is yielded as one that waits, and
 * goes on with the answers; nothing else moves until then.
 */
export function* decideAsking(
  input: Omit<BatchInput, 'answer'>,
): Generator<Attempt | WaitingAttempt, void, readonly Answer[] | undefined> {
  let ordinal = input.firstOrdinal ?? 0;
  const complete = { executor: new IncrementalExecutor(), preemption: 'nominate' as const, ...input };
  for (const pod of input.pods) {
    const first = yield* attemptOf(complete, { pod, ordinal, number: 1 });
    yield first;
    apply(first, complete);
    ordinal += 1;
    if (complete.preemption !== 'evict' || first.outcome !== 'nominated') continue;
    const second = yield* attemptOf(complete, { pod: nominated(first), ordinal, number: 2 });
    yield second;
    apply(second, complete);
    ordinal += 1;
  }
}

type CompleteInput = Omit<BatchInput, 'answer'> & Required<Pick<BatchInput, 'executor' | 'preemption'>>;

/** Room is looked for once: a second try that fails is not worth more victims. */
function* attemptOf(
  input: CompleteInput,
  { pod, ordinal, number }: { readonly pod: Pod; readonly ordinal: number; readonly number: 1 | 2 },
): Generator<WaitingAttempt, Attempt, readonly Answer[] | undefined> {
  const { snapshot, executor, tieBreak, preemption } = input;
  const mayMakeRoom = preemption !== 'off' && number === 1;
  const cycle: Asking<Attempt> = schedulePod({
    profile: input.profileOf(pod),
    snapshot,
    executor,
    pod,
    tieBreak,
    ordinal,
    number,
    mayMakeRoom,
  });
  let step = cycle.next();
  while (step.done !== true) step = cycle.next((yield { pod, number, questions: step.value }) ?? []);
  return step.value;
}

function nominated({ pod, postFilter }: Attempt): Pod {
  return { ...pod, status: { ...pod.status, nominatedNodeName: postFilter?.nominatedNode ?? '' } };
}

function apply(attempt: Attempt, { snapshot, now, preemption, executor }: CompleteInput): void {
  if (attempt.outcome === 'scheduled') place(snapshot, attempt, executor.classes.placed(attempt.pod, now));
  else applyNomination(snapshot, attempt);
  if (preemption === 'evict') for (const { uid } of attempt.postFilter?.victims ?? []) snapshot.removePod(uid);
}

/**
 * Puts the pod of a successful attempt on its node, applies what it changed of other objects, and ends its nomination.
 */
export function applyPlacement(snapshot: Snapshot, attempt: Attempt, startTime: string): void {
  place(snapshot, attempt, placedPod(attempt.pod, startTime));
}

function place(snapshot: Snapshot, { row, patches }: Attempt, pod: PlacedPod): void {
  snapshot.addPod(pod, row);
  for (const patch of patches) snapshot.patchObject(patch);
  snapshot.nominations.remove(pod.uid);
}

/**
 * Nominates the pod to the node where room can be made, or ends its nomination where the attempt says so. Less
 * important pods that had the same node in view lose it. As kube-scheduler v1.34 prepareCandidate.
 */
export function applyNomination(snapshot: Snapshot, { pod, postFilter }: Attempt): void {
  const node = postFilter?.nominatedNode ?? null;
  if (node === null) return;
  if (node === '') return snapshot.nominations.remove(podUid(pod));
  for (const { uid } of displacedBy(snapshot, { pod, node })) snapshot.nominations.remove(uid);
  snapshot.nominations.add(placedPod(pod), node);
}

/** Pods that lose their nomination when the pod is nominated to the node. */
export function displacedBy(
  snapshot: Snapshot,
  { pod, node }: { readonly pod: Pod; readonly node: string },
): readonly PlacedPod[] {
  return snapshot.nominations.on(node).filter(({ priority }) => priority < podPriority(pod));
}
