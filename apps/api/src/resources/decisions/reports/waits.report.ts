import { Float } from '@nestjs/graphql';
import { DECISION_REPORTS } from '#audit';
import { z } from 'zod';
import { shown, words } from '../../../ground/graphql/index.js';
import { decisionReport } from './decision-report.js';

const count = shown(z.number().int(), { type: () => Float });

/** How long pods waited. */
export const sumUpWaits = decisionReport({
  name: 'sumUpWaits',
  path: 'waits',
  field: 'waits',
  summary: 'Summarize waiting times',
  description: 'Time from the creation of pods to their binding, by the day of the binding.',
  report: DECISION_REPORTS.waits,
  by: words('WaitsBy', 'What waiting times are grouped by.', {
    day: 'By day, UTC.',
    week: 'By week from Monday, UTC.',
    month: 'By month, UTC.',
    namespace: 'By namespace of the pod.',
  }),
  groups: { namespace: 'Namespace of the pods' },
  filter: { namespace: z.string().optional().describe('Only pods of this namespace.') },
  row: {
    name: 'Waits',
    about:
      'Time from the creation of pods to their binding, in milliseconds. Kubernetes records creation ' +
      'times in whole seconds.',
    what: 'a group of bindings',
    shape: {
      bindings: count.describe('Number of bindings of pods with a known creation time.'),
      meanMs: count.describe('The mean.'),
      maxMs: count.describe('The longest.'),
      p50Ms: count.describe('Median; percentiles are accurate to 2.5 %.'),
      p95Ms: count.describe('95th percentile.'),
      p99Ms: count.describe('99th percentile.'),
    },
  },
  page: { id: 'WaitsPage', description: 'Time from the creation of pods to their binding: one row for each group.' },
});
