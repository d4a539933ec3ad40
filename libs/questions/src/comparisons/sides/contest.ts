import { podUid, type Pod } from '#scheduler';
import type { PlacementCounts, PlacementDifference, SidePlacement } from '../comparison.js';
import { compareAttempts, isSame, type AttemptDifference } from '../differences/index.js';
import type { Placed, Side, Turn } from './side.js';

/** A pod that was tried, and what is known of why the sides differ on it. */
interface Contestant {
  readonly namespace: string;
  readonly name: string;
  difference: AttemptDifference | undefined;
}

const NEVER: Placed = { outcome: 'skipped', node: null, message: 'it was not tried' };

/** The same pods, one after the other, on two sides: each pod is tried on both before the next one is. */
export class Contest {
  readonly #pods = new Map<string, Contestant>();

  constructor(
    readonly a: Side,
    readonly b: Side,
  ) {}

  /** How many pods were tried. */
  get pods(): number {
    return this.#pods.size;
  }

  /** Whether the pod is on a node on both sides: it is not tried again. */
  isSettled(uid: string): boolean {
    return [this.a, this.b].every((side) => side.of(uid)?.outcome === 'scheduled');
  }

  /** Tries the pod where it is on no node yet. */
  try(pod: Pod, turn: Turn): void {
    const uid = podUid(pod);
    const a = this.a.try(pod, turn);
    const b = this.b.try(pod, turn);
    const { namespace = '', name = '' } = pod.metadata ?? {};
    const known = this.#pods.get(uid) ?? { namespace, name, difference: undefined };
    this.#pods.set(uid, known);
    if (a !== undefined && b !== undefined)
      known.difference = compareAttempts(
        { attempt: a.attempt, snapshot: this.a.state.snapshot },
        { attempt: b.attempt, snapshot: this.b.state.snapshot },
      );
    a?.settle();
    b?.settle();
  }

  /** The pod leaves both sides. */
  leave(uid: string): void {
    this.a.leave(uid);
    this.b.leave(uid);
  }

  /** Pods by outcome. */
  outcomes(side: Side): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const uid of this.#pods.keys()) {
      const { outcome } = side.of(uid) ?? NEVER;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return counts;
  }

  counts(): PlacementCounts {
    const counts = { same: 0, moved: 0, onlyA: 0, onlyB: 0, neither: 0 };
    for (const uid of this.#pods.keys()) {
      const [a, b] = [this.a, this.b].map((side) => side.of(uid) ?? NEVER) as [Placed, Placed];
      if (a.node === null || b.node === null)
        counts[a.node === null ? (b.node === null ? 'neither' : 'onlyB') : 'onlyA'] += 1;
      else counts[a.node === b.node ? 'same' : 'moved'] += 1;
    }
    return counts;
  }

  /** Pods that are not on the same node, in the order in which they were tried. */
  *differences(): Iterable<PlacementDifference> {
    for (const [uid, { namespace, name, difference }] of this.#pods) {
      const [a, b] = [this.a.of(uid) ?? NEVER, this.b.of(uid) ?? NEVER];
      if (isSame(a, b)) continue;
      yield {
        pod: { namespace, name },
        a: placement(a, difference?.a ?? null),
        b: placement(b, difference?.b ?? null),
        plugins: difference?.plugins ?? [],
      };
    }
  }
}

function placement({ outcome, node, message }: Placed, otherNode: SidePlacement['otherNode']): SidePlacement {
  return { outcome, node, message, otherNode };
}
