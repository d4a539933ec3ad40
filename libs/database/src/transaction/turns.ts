import { setImmediate } from 'node:timers/promises';

/** Others get their turn after this much work. */
const TURN_MS = 20;

/** Long work that lets others go on between its steps. */
export class Turns {
  #since = performance.now();

  async pass(): Promise<void> {
    if (performance.now() - this.#since < TURN_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
