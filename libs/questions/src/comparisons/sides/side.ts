import {
  decideAsking,
  podUid,
  type Attempt,
  type Executor,
  type Pod,
  type Preemption,
  type Profile,
  type Snapshot,
  type TieBreak,
} from '#scheduler';
import type { SideOutcome } from '../comparison.js';

/** A cluster in memory that is the side's own, and who decides on it. */
export interface SideState {
  readonly snapshot: Snapshot;
  readonly executor: Executor;
  /** Undefined for pods that no profile of the side serves. */
  readonly profileOf: (pod: Pod) => Profile | undefined;
}

/** How both sides decide. */
export interface Rules {
  readonly tieBreak: TieBreak;
  readonly preemption: Preemption;
}

/** When a pod is tried, and as which one in order: what ties are broken by. */
export interface Turn {
  readonly ordinal: number;
  /** RFC 3339: the start time of pods that are placed. */
  readonly now: string;
}

/** What a pod has come to. */
export interface Placed {
  readonly outcome: SideOutcome;
  readonly node: string | null;
  readonly message: string;
}

/** The last attempt of a pod, whose evidence holds until it is settled: the pod is on its node then. */
export interface Tried {
  readonly attempt: Attempt;
  readonly settle: () => void;
}

/** One side of a comparison: what its pods have come to so far. */
export class Side {
  readonly #placed = new Map<string, Placed>();

  constructor(
    readonly state: SideState,
    private readonly rules: Rules,
  ) {}

  /** What the pod came to when it was last tried. */
  of(uid: string): Placed | undefined {
    return this.#placed.get(uid);
  }

  /** Undefined for a pod that is on a node already, or that no scheduler serves. */
  try(pod: Pod, { ordinal, now }: Turn): Tried | undefined {
    const uid = podUid(pod);
    const profile = this.state.profileOf(pod);
    if (this.#placed.get(uid)?.outcome === 'scheduled') return undefined;
    if (profile === undefined) {
      const name = pod.spec?.schedulerName ?? '';
      this.#placed.set(uid, { outcome: 'skipped', node: null, message: `no profile serves ${name}` });
      return undefined;
    }
    const { snapshot, executor } = this.state;
    const profileOf = (): Profile => profile;
    const steps = decideAsking({
      ...this.rules,
      snapshot,
      executor,
      pods: [pod],
      profileOf,
      now,
      firstOrdinal: ordinal,
    });
    let attempt = nextAttempt(steps);
    // Evictions of a first attempt are done by the time that the second one is made.
    if (this.rules.preemption === 'evict' && attempt?.outcome === 'nominated') {
      for (const { uid: victim, namespace, name } of attempt.postFilter?.victims ?? [])
        if (this.#placed.has(victim))
          this.#placed.set(victim, { outcome: 'evicted', node: null, message: `for ${namespace}/${name}` });
      attempt = nextAttempt(steps);
    }
    if (attempt === undefined) throw new Error('a pod that is tried has an attempt');
    this.#placed.set(uid, { outcome: attempt.outcome, node: attempt.nodeName, message: attempt.message });
    return { attempt, settle: () => void nextAttempt(steps) };
  }

  /** The pod leaves its cluster; what it came to is stored. */
  leave(uid: string): void {
    this.state.snapshot.removePod(uid);
    this.state.snapshot.nominations.remove(uid);
  }
}

/** What plugins ask of the outside is taken to be allowed. Undefined when the attempt before was the last. */
function nextAttempt(steps: ReturnType<typeof decideAsking>): Attempt | undefined {
  let step = steps.next();
  while (step.done !== true) {
    if (!('questions' in step.value)) return step.value;
    step = steps.next(step.value.questions.map(() => ({ allowed: true as const })));
  }
  return undefined;
}
