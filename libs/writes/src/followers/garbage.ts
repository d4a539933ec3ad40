import { Collector } from '../garbage/index.js';
import type { Follower } from './follower.js';

/** What follows from deletions: dependants, owners that waited for them, and the content of namespaces. */
export const garbage: Follower = {
  name: 'garbage',
  isController: true,
  async follow({ tx, draft }) {
    // What is flushed is an import, which deletes nothing.
    if (!draft.isFlushed) await new Collector(tx, draft).collect();
  },
};
