import type { Schemas } from './api-types.js';
import type { BerthClient } from './berth-client.js';
import { untilEnded } from './until-ended.js';

/** Polls a run until it has ended, and returns its outcome; `onProgress` is called each time that it has not ended. */
export function endOfRun(
  client: BerthClient,
  { cluster, id: run }: Pick<Schemas['Run'], 'cluster' | 'id'>,
  onProgress: (run: Schemas['Run']) => void = () => undefined,
): Promise<Schemas['Run']> {
  const params = { path: { cluster, run } };
  return untilEnded(() => client.get('/v1/clusters/{cluster}/runs/{run}', { params }), onProgress);
}
