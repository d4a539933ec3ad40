/** Jobs of a team have its id as a flag. */
export type Flags = Readonly<Record<string, unknown>> | null;

/**
 * How the long lanes of a process are shared: where there are several teams, one of them holds all lanes but one at
 * most, so that another one's job does not wait for what is long.
 */
export class LaneShares {
  readonly #held = new Map<number, readonly string[]>();
  #looked: Promise<void> = Promise.resolve();
  readonly #looking = new Map<number, () => void>();

  constructor(
    private readonly lanes: number,
    /** Whether there are several teams. */
    private readonly isShared: () => Promise<boolean>,
  ) {}

  /**
   * A lane is about to look for a job: one at a time does, until it says what it found, for two that look at once would
   * not know of each other's. Answers the teams whose jobs it leaves.
   */
  async look(lane: number): Promise<string[]> {
    // One that begins anew has ended its job, and what it looked for.
    this.found(lane, null);
    const before = this.#looked;
    this.#looked = new Promise((resolve) => {
      this.#looking.set(lane, resolve);
    });
    await before;
    try {
      const full = this.#full();
      return full.length > 0 && (await this.isShared()) ? full : [];
    } catch (error) {
      this.found(lane, null);
      throw error;
    }
  }

  /** What it found: a job with such flags, or none. */
  found(lane: number, flags: Flags): void {
    this.#held.set(lane, Object.keys(flags ?? {}));
    this.#looking.get(lane)?.();
    this.#looking.delete(lane);
  }

  /** Teams that hold all lanes but one. */
  #full(): string[] {
    const counts = new Map<string, number>();
    for (const team of [...this.#held.values()].flat()) counts.set(team, (counts.get(team) ?? 0) + 1);
    return [...counts].flatMap(([team, count]) => (this.lanes > 1 && count >= this.lanes - 1 ? [team] : []));
  }
}
