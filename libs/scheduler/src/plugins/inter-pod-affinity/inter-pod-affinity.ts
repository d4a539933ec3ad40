import { KEPT_AWAY, NOT_APART } from './filter.js';
import { PODS_WITH_TERMS } from './pods-with-terms.js';
import { affinityShares } from './shares.js';
import { meansPod, ownTerms } from './terms.js';

/** What other libraries read of the plugin: terms, its state of a snapshot, reasons, and shares of a score. */
export const interPodAffinity = {
  podsWithTerms: PODS_WITH_TERMS,
  ownTerms,
  meansPod,
  shares: affinityShares,
  keptAway: KEPT_AWAY,
  notApart: NOT_APART,
} as const;
