/** The service ends, and the run with it. */
export class RunStopped extends Error {
  constructor() {
    super('the service was stopped; the parts that are there are whole');
  }
}

/** The run ended elsewhere while it was under way: a caller cancelled it, or another process took this one for dead. */
export class RunEnded extends Error {
  constructor(run: string) {
    super(`run ${run} has ended already`);
  }
}
