import { findKindByName, type KindDescription } from '#kubernetes';

/** The kind of quotas. */
export const QUOTA_KIND = findKindByName('ResourceQuota') as KindDescription;
