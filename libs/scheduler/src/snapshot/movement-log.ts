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
 * The pods that came and went, in order. A reader that stores answers about nodes continues from its last position.
 * What was tried and undone is cut off again if it was not read meanwhile; otherwise both remain, because a reader of
 * the change must read its undoing.
 */
export class MovementLog {
  #movements: Movement[] = [];
  #start = 0;
  /** After the last movement of a pod that says something about other pods. */
  #affinityEnd = 0;
  /** The movements before this position have been read. */
  #seen = 0;

  /** Position of the next movement, for readers that continue from there. */
  get end(): number {
    this.#seen = Math.max(this.#seen, this.place);
    return this.place;
  }

  /** The same, for a caller that undoes the movements from there on. */
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
