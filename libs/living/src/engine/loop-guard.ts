/** A controller that was stopped at one key, because it wrote again and again while no time passed. */
export interface StoppedLoop {
  /** Controller and key. */
  readonly id: string;
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * How often a controller may write at one key while no time passes. The largest rollout that is legitimate makes 500
 * pods a look: 100,000 of them take 200 looks.
 */
export const MOST_LOOKS = 300;

/**
 * Stops loops that take no time: only the key that loops, until a request changes its object. Looks are counted from
 * the last time that time passed.
 */
export class LoopGuard {
  readonly #looks: Map<string, number>;
  readonly #stopped: Map<string, StoppedLoop>;

  constructor(stopped: readonly StoppedLoop[] = [], looks: readonly (readonly [id: string, looks: number])[] = []) {
    this.#stopped = new Map(stopped.map((loop) => [loop.id, loop]));
    this.#looks = new Map(looks);
  }

  /** How often keys were written at since time passed last. */
  get looks(): readonly (readonly [id: string, looks: number])[] {
    return [...this.#looks];
  }

  get stopped(): readonly StoppedLoop[] {
    return [...this.#stopped.values()];
  }

  isStopped(id: string): boolean {
    return this.#stopped.has(id);
  }

  /** A look at a key that wrote something. */
  wrote(id: string, key: string, at: number): void {
    const looks = (this.#looks.get(id) ?? 0) + 1;
    this.#looks.set(id, looks);
    if (looks >= MOST_LOOKS) this.#stopped.set(id, { id, key, at });
  }

  timePassed(): void {
    this.#looks.clear();
  }

  /** A request has changed the object of the key. */
  forgive(key: string): void {
    for (const [id, loop] of this.#stopped) if (loop.key === key) this.#stopped.delete(id);
  }
}
