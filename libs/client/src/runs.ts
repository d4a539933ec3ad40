import type { Schemas } from './api-types.js';
import type { BerthClient } from './berth-client.js';
import { untilEnded } from './until-ended.js';

/** Asks again and again until a run has ended, and answers how; `onProgress` is told each time that it has not. */
export function endOfRun(
  client: BerthClient,
  { cluster, id: run }: Pick<Schemas['Run'], 'cluster' | 'id'>,
  onProgress: (run: Schemas['Run']) => void = () => undefined,
): Promise<Schemas['Run']> {
  const params = { path: { cluster, run } };
  return untilEnded(() => client.get('/v1/clusters/{cluster}/runs/{run}', { params }), onProgress);
}
