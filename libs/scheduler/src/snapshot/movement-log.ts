import type { PlacedPod } from './placed-pod.js';

/** A pod that came to a row (1) or left it (-1). */
export interface Movement {
  readonly pod: PlacedPod;
  readonly row: number;
  readonly step: 1 | -1;
}

/**
 * Beyond this many the older half is forgotten: a reader that far behind is served sooner by
 * looking at everything anew.
 */
const MOST = 2 ** 16;

/**
 * Which pods came and went, in order: whoever keeps answers about nodes reads on from where they last looked.
 * What was tried and undone is cut off again if nobody looked meanwhile; else both stay, because who saw
 * the one must see the other.
 */
export class MovementLog {
  #movements: Movement[] = [];
  #start = 0;
  /** After the last movement of a pod that says something about other pods. */
  #affinityEnd = 0;
  /** Up to here somebody has looked. */
  #seen = 0;

  /** Position of the next movement, for whoever reads on from there. */
  get end(): number {
    this.#seen = Math.max(this.#seen, this.place);
    return this.place;
  }

  /** The same, for whoever takes back what comes from there on. */
  get place(): number {
    return this.#start + this.#movements.length;
  }

  add(movement: Movement): void {
    this.#movements.push(movement);
    if (movement.pod.affinity !== null) this.#affinityEnd = this.place;
    if (this.#movements.length <= MOST) return;
    this.#start += MOST / 2;
    this.#movements = this.#movements.slice(MOST / 2);
  }

  /** The movements from a position on; null when they are not kept any more. */
  since(position: number): readonly Movement[] | null {
    if (position < this.#start) return null;
    return position === this.end ? NONE : this.#movements.slice(position - this.#start);
  }

  /** Whether a pod that says something about other pods may have moved from a position on. */
  hasAffinitySince(position: number): boolean {
    return this.#affinityEnd > position;
  }

  /** Forgets what came after a position and was undone. */
  cutTo(position: number): void {
    if (this.#seen > position) return;
    this.#movements.length = Math.max(0, position - this.#start);
    this.#start = Math.min(this.#start, position);
  }
}

const NONE: readonly Movement[] = Object.freeze([]);
