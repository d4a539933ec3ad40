import { quotaNamespaces, QuotaSums, withRightStatus } from '../quotas/index.js';
import type { Follower } from './follower.js';

/** The status of the ResourceQuotas of namespaces in which objects were created, changed or removed. */
export const quotas: Follower = {
  name: 'quotas',
  // Admission charges quotas; whether anything gives back is decided where they are counted.
  isController: false,
  async follow({ tx, draft }) {
    if (draft.isLived) return;
    const namespaces = quotaNamespaces(draft);
    if (namespaces.length === 0) return;
    const isCounted = draft.head.controllers !== 'none';
    for (const quota of await QuotaSums.of(draft).counted(tx, namespaces)) {
      const right = withRightStatus(quota, { isCounted });
      if (right === undefined) continue;
      // An API server charges the quota first, and then stores the object.
      if (draft.find(right) === undefined) draft.updateInFront(right, quota.createdPosition);
      else draft.update(right, quota.createdPosition);
    }
  },
};
