/** What those who follow logs have to put up with. */
export class WatchSettings {
  constructor(
    /** How long something may wait for its reader before he is cut off, in milliseconds. */
    readonly patienceMs: number,
    /** Origins that browsers may call from; `*` for all. */
    readonly origins: readonly string[],
  ) {}
}
