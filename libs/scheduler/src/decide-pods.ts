import type { Attempt } from './attempt.js';
import { DenseExecutor, type Executor } from './executor/index.js';
import type { Pod } from './objects.js';
import type { Answer, Question } from './plugin.js';
import type { Profile } from './profile/index.js';
import { schedulePod } from './schedule-pod.js';
import { placedPod, type Snapshot } from './snapshot/index.js';
import type { TieBreak } from './tie-break/index.js';

/** A batch: which pods, in the order in which they are tried, on which cluster. */
export interface BatchInput {
  readonly snapshot: Snapshot;
  /** In the order of `compareQueued`, or any other. */
  readonly pods: Iterable<Pod>;
  /** The profile that serves a pod. A pod whose schedulerName nobody serves is not this batch's business. */
  readonly profileOf: (pod: Pod) => Profile;
  readonly tieBreak: TieBreak;
  /** RFC 3339: the start time of pods placed here that have none. */
  readonly now: string;
  /** The number of the first attempt, when a run goes on in another batch. */
  readonly firstOrdinal?: number;
  readonly executor?: Executor;
  /** Answers what plugins ask of the outside. Without it every question is refused. */
  readonly answer?: (question: Question) => Answer;
}

const NOBODY: Answer = Object.freeze({ allowed: false, reason: 'nobody is there to answer' });

/**
 * Decides one pod after the other. Each attempt is yielded before its placement is applied, while its evidence holds; when the
 * caller goes on, the pod is put on its node (or forgotten, if it found none) and the next one is tried.
 */
export function* decidePods(input: BatchInput): Generator<Attempt, void, undefined> {
  const { snapshot, tieBreak, now, executor = new DenseExecutor(), answer = () => NOBODY } = input;
  let ordinal = input.firstOrdinal ?? 0;
  for (const pod of input.pods) {
    const cycle = schedulePod({ profile: input.profileOf(pod), snapshot, executor, pod, tieBreak, ordinal });
    const attempt = answered(cycle, answer);
    yield attempt;
    if (attempt.outcome === 'scheduled') applyPlacement(snapshot, attempt, now);
    ordinal += 1;
  }
}

/** Puts the pod of a successful attempt on its node, and ends its nomination. */
export function applyPlacement(snapshot: Snapshot, attempt: Attempt, startTime: string): void {
  const pod = placedPod(attempt.pod, startTime);
  snapshot.addPod(pod, attempt.row);
  snapshot.nominations.remove(pod.uid);
}

function answered(cycle: Generator<Question, Attempt, Answer>, answer: (question: Question) => Answer): Attempt {
  let step = cycle.next();
  while (step.done !== true) step = cycle.next(answer(step.value));
  return step.value;
}
