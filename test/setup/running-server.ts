import type { EmbeddedPostgres } from '#database';

/** What the teardown has to stop and remove. */
export interface RunningServer {
  readonly server: EmbeddedPostgres;
  /** What the server keeps. */
  readonly dataDir: string;
  /** All else that the run has written outside of the checkout. */
  readonly folder: string;
  /** What services of the run said. */
  readonly saidDir: string;
}

// Jest may load this module once for the set-up and once for the teardown: the process is what both share.
const KEY = Symbol.for('berth.test-server');
const kept = globalThis as { [KEY]?: RunningServer };

export function keepForTeardown(running: RunningServer): void {
  kept[KEY] = running;
}

export function keptForTeardown(): RunningServer | undefined {
  return kept[KEY];
}
