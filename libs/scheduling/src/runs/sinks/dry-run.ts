import { evidenceOf, sharedOf, withProfiles } from './evidence.js';
import type { Sink } from './sink.js';

/** Beside the log, for an hour: the evidence can be read like any other, and nothing happens to the cluster. */
export const dryRun: Sink = {
  isHistory: false,
  async keep(tx, part, { progress }) {
    await sharedOf(part.ref.clusterId, part.plan)?.(tx);
    for (const { write } of evidenceOf(part, { decisions: withProfiles(part), kind: 'dryRun' })) await write(tx);
    await progress?.(tx);
    return { head: null };
  },
};
