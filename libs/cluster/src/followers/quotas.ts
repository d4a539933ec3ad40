import { findKindByName } from '#kubernetes';
import type { Draft } from '../changes/index.js';
import { QuotaSums, withRightStatus } from '../quotas/index.js';
import type { Follower } from './follower.js';

/** The status of the ResourceQuotas of namespaces in which objects were created, changed or removed. */
export const quotas: Follower = {
  name: 'quotas',
  async follow({ tx, draft }) {
    const namespaces = namespacesOf(draft);
    if (namespaces.length === 0) return;
    for (const quota of await QuotaSums.of(draft).counted(tx, namespaces)) {
      const right = withRightStatus(quota);
      if (right !== undefined) draft.update(right, quota.createdPosition);
    }
  },
};

/** Of what is written already only kinds and namespaces are known. */
function namespacesOf(draft: Draft): string[] {
  const flushed = draft.isFlushed
    ? [...draft.touched].flatMap(([kind, some]) => (findKindByName(kind)?.namespaced === true ? [...some] : []))
    : [];
  return [...new Set([...flushed, ...draft.effects.flatMap(({ key }) => key.metadata.namespace || [])])];
}
