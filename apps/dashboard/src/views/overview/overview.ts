import type { OverviewNowQuery, OverviewQuery } from '../../generated/documents.js';

/** The cluster at the moment of the view. */
export type Then = NonNullable<OverviewQuery['cluster']>;
/** What is known of the present alone. */
export type Now = NonNullable<OverviewNowQuery['cluster']>;
