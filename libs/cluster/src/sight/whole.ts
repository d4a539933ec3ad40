import { Refused } from '../outcome/index.js';
import { seesWhole, type SightColumns } from './sight-of.js';

/** What is said of all of a cluster, and cannot be said of a part. */
const REASON =
  'this tells of all namespaces of the cluster, and some are of other teams: it is for its admins and auditors';

/** @throws Refused unless the row's reader sees all of the cluster */
export function requireWhole(row: SightColumns): void {
  if (!seesWhole(row)) throw new Refused({ kind: 'Forbidden', reason: REASON });
}
