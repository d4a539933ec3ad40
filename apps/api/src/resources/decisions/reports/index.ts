import { countDecisions } from './decision-totals.report.js';
import { sumUpWaits } from './waits.report.js';

/** The reports over the decisions of a cluster, a line each. */
export const REPORTS = [countDecisions, sumUpWaits];
