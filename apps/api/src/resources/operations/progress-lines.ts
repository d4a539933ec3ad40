import { setTimeout } from 'node:timers/promises';
import type { Outcome } from '#requests';
import { accepted } from '../../ground/outcome/index.js';

/** How often it is said how far work is that says so all the time. */
const EVERY_MS = 500;

/** Reports how far work is. */
export type Tell = (progress: object) => void;

/** Which progress is a line: each, or the latest at intervals, also when nothing is new. */
export type Pace = 'each' | 'latest';

/**
 * `{"progress": {...}}` a line each, and what the work comes to as the last line. With the first of them at hand: what
 * goes wrong before it can still be answered as such.
 * @throws RequestRefused when the work is refused before the first line
 */
export async function progressLines(
  work: (tell: Tell) => Promise<Outcome<object>>,
  pace: Pace,
): Promise<AsyncIterable<string>> {
  const lines = linesOf(work, pace);
  const first = await lines.next();
  return (async function* (): AsyncIterable<string> {
    if (first.done !== true) yield first.value;
    yield* lines;
  })();
}

async function* linesOf(
  work: (tell: Tell) => Promise<Outcome<object>>,
  pace: Pace,
): AsyncGenerator<string, void, undefined> {
  let reported: readonly object[] = [];
  let wake = (): void => undefined;
  const done = work((progress) => {
    reported = pace === 'each' ? [...reported, progress] : [progress];
    wake();
  });
  // The reader of the next line receives its failure.
  done.catch(() => undefined);
  const isReported = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      if (reported.length > 0) resolve();
    });
  for (;;) {
    const next = pace === 'each' ? isReported() : setTimeout(EVERY_MS, undefined, { ref: false });
    const outcome = await Promise.race([done, next]);
    if (pace === 'each' || outcome === undefined) for (const progress of reported) yield lineOf({ progress });
    if (pace === 'each') reported = [];
    if (outcome === undefined) continue;
    yield lineOf(accepted(outcome));
    return;
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
