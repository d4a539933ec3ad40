/** What those who follow logs have to put up with. */
export class WatchSettings {
  constructor(
    /** How long something may wait for its reader before they are cut off, in milliseconds. */
    readonly deadlineMs: number,
  ) {}
}
