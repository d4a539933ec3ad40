import { shownValue, type FieldProblem } from '#apimachinery';
import { requireReport } from '#reports';
import { resourceNameProblems } from '#requests';
import { conditionProblem } from './condition/index.js';
import { BUCKET_REFUSED, readTarget, urlProblem, type WebhookSettings } from './delivery/index.js';
import type { NewSchedule, Works } from './schedule.js';
import { cronProblem, isZone } from './times/index.js';

/** What a schedule is checked against. */
export interface ScheduleRules {
  readonly works: Pick<Works, 'columnsOf'>;
  readonly webhooks: Pick<WebhookSettings, 'privateHosts'>;
  /** Those that files may be delivered into. */
  readonly buckets: readonly string[];
}

/** What is wrong with a schedule, by field. */
export function scheduleProblems(schedule: NewSchedule, rules: ScheduleRules): readonly FieldProblem[] {
  const { name, cron, zone, targets, formats, condition, work } = schedule;
  const cronWrong = cronProblem(cron);
  const own = [
    ...resourceNameProblems(name),
    ...(cronWrong === undefined ? [] : [invalid('cron', cron, cronWrong)]),
    ...(isZone(zone) ? [] : [invalid('zone', zone, 'must be a time zone of the IANA database, such as Europe/Berlin')]),
    ...workProblems(schedule),
    ...targets.flatMap((target, index) => {
      const wrong = targetProblem(target, rules);
      return wrong === undefined ? [] : [invalid(`to[${index}]`, target, wrong)];
    }),
    ...(targets.length > 0 && formats.length === 0
      ? [{ field: 'formats', reason: 'FieldValueRequired' as const, message: 'Required value: what is delivered' }]
      : []),
  ];
  if (condition === undefined || own.length > 0) return own;
  const conditionWrong = conditionProblem(condition, rules.works.columnsOf(work));
  return conditionWrong === undefined ? [] : [invalid('condition', condition, conditionWrong)];
}

function targetProblem(target: string, { webhooks, buckets }: ScheduleRules): string | undefined {
  const read = readTarget(target);
  if (typeof read === 'string') return read;
  if (read.kind === 'bucket') return buckets.includes(read.bucket) ? undefined : BUCKET_REFUSED;
  return read.kind === 'webhook' ? urlProblem(read.url, webhooks) : undefined;
}

/** What each kind of work takes of what may be said about it. */
const TAKES = {
  report: ['cluster', 'report', 'buckets', 'by', 'namespace', 'resources', 'prices', 'period'],
  run: ['cluster', 'namespace'],
  checkpoint: ['cluster'],
  verification: ['cluster'],
  comparison: ['cluster', 'profile', 'namespace'],
} as const;
const ALL = [...TAKES.report, ...TAKES.comparison];

function workProblems({ work, period }: NewSchedule): readonly FieldProblem[] {
  const given = { ...work, period };
  const takes: readonly string[] = TAKES[work.kind];
  const unknown = [...new Set(ALL)].filter((field) => given[field] !== undefined && !takes.includes(field));
  const problems = unknown.map((field) => invalid(field, given[field], `a ${work.kind} has no such field`));
  if (work.kind !== 'report')
    return work.cluster === undefined && work.kind !== 'verification'
      ? [...problems, required('cluster', `the cluster of the ${work.kind}`)]
      : problems;
  if (work.report === undefined) return [...problems, required('report', 'the name of the report')];
  const { by, namespace, resources, prices } = work;
  const asked = requireReport(
    work.report,
    { times: { buckets: work.buckets }, parameters: { by, namespace, resources, prices } },
    work.cluster === undefined ? 'severalClusters' : 'oneCluster',
  );
  if (!asked.refused) return problems;
  return [...problems, ...(asked.refusal.kind === 'InvalidRequest' ? asked.refusal.problems : [])];
}

function invalid(field: string, value: unknown, detail: string): FieldProblem {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${shownValue(value)}: ${detail}` };
}

function required(field: string, what: string): FieldProblem {
  return { field, reason: 'FieldValueRequired', message: `Required value: ${what}` };
}
