import type { Schemas } from './api-types.js';
import type { BerthClient } from './berth-client.js';

const EVERY_MS = 250;

/** Asks again and again until a run has ended, and answers how; `onProgress` is told each time that it has not. */
export async function endOfRun(
  client: BerthClient,
  { cluster, id: run }: Pick<Schemas['Run'], 'cluster' | 'id'>,
  onProgress: (run: Schemas['Run']) => void = () => undefined,
): Promise<Schemas['Run']> {
  for (;;) {
    const shown = await client.get('/v1/clusters/{cluster}/runs/{run}', { params: { path: { cluster, run } } });
    if (shown.state !== 'running') return shown;
    onProgress(shown);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
