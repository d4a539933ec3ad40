import { agreement } from './agreement/agreement.report.js';
import { capacity } from './capacity/capacity.report.js';
import { changes } from './changes/changes.report.js';
import { chargeback } from './chargeback/chargeback.report.js';
import { decisions } from './decisions/decisions.report.js';
import { fragmentation } from './fragmentation/fragmentation.report.js';
import { pending } from './pending/pending.report.js';
import { placementQuality } from './placement-quality/placement-quality.report.js';
import { quotas } from './quotas/quotas.report.js';
import { refusals } from './refusals/refusals.report.js';
import { releases } from './releases/releases.report.js';
import type { Report } from './report/index.js';
import { risk } from './risk/risk.report.js';
import { shapes } from './shapes/shapes.report.js';
import { waits } from './waits/waits.report.js';

/** Every report, in the order of their list. */
export const REPORTS: readonly Report[] = [
  capacity,
  pending,
  releases,
  waits,
  decisions,
  quotas,
  refusals,
  chargeback,
  changes,
  fragmentation,
  shapes,
  risk,
  placementQuality,
  agreement,
];
