import { setTimeout } from 'node:timers/promises';
import type { Outcome } from '#requests';
import type { ReplayProgress, ReplayReport } from '#scheduling';
import { accepted } from '../../ground/outcome/index.js';

/** How often it is said how far a replay is. */
const EVERY_MS = 500;

/**
 * `{"progress": {...}}` now and then, a line each, and the report as the last line.
 * @throws RequestRefused before the first line when it is refused
 */
export async function* replayAsNdjson(
  replay: (tell: (progress: ReplayProgress) => void) => Promise<Outcome<ReplayReport>>,
): AsyncGenerator<string, void, undefined> {
  let latest: ReplayProgress | undefined;
  const done = replay((progress) => {
    latest = progress;
  });
  // The reader of the next line receives its failure.
  done.catch(() => undefined);
  for (;;) {
    const outcome = await Promise.race([done, setTimeout(EVERY_MS, undefined, { ref: false })]);
    if (outcome !== undefined) {
      yield `${JSON.stringify(accepted(outcome))}\n`;
      return;
    }
    // Also when nothing is new: a connection on which nothing is heard for long is taken for dead.
    if (latest !== undefined) yield `${JSON.stringify({ progress: latest })}\n`;
  }
}

/** The lines with the first one ready: what goes wrong before it can still be answered as such. */
export async function begun(lines: AsyncGenerator<string, void, undefined>): Promise<AsyncIterable<string>> {
  const first = await lines.next();
  return (async function* (): AsyncIterable<string> {
    if (first.done !== true) yield first.value;
    yield* lines;
  })();
}
