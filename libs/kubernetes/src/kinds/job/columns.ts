import { humanDuration, type LabelSelector } from '#apimachinery';
import {
  AGE,
  ageOf,
  described,
  NAME,
  ofField,
  printerColumns,
  selectorText,
  TEMPLATE_COLUMNS,
  templateCells,
  WIDE,
  type PrintedTemplate,
} from '../../table/index.js';

/** Of jobs, and of those that a cron job makes. */
export const JOB_SELECTOR =
  'A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: ' +
  'https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors';

interface PrintedJob {
  readonly metadata: { readonly deletionTimestamp?: string };
  readonly spec?: {
    readonly completions?: number;
    readonly parallelism?: number;
    readonly selector?: LabelSelector;
    readonly template?: PrintedTemplate;
  };
  readonly status?: {
    readonly succeeded?: number;
    readonly startTime?: string;
    readonly completionTime?: string;
    readonly conditions?: readonly { readonly type?: string; readonly status?: string }[];
  };
}

/** A job in a table. // as API server v1.34 printJob */
export const jobColumns = printerColumns<PrintedJob>({
  columns: [
    NAME,
    described('Status', 'Status of the job.'),
    ofField('Completions', 'JobStatus.succeeded'),
    described('Duration', 'Time required to complete the job.'),
    AGE,
    ...TEMPLATE_COLUMNS,
    described('Selector', JOB_SELECTOR, WIDE),
  ],
  cells: (job, now) => {
    const { metadata, spec = {} } = job;
    return [
      metadata.name,
      statusOf(job),
      completionsOf(job),
      durationOf(job, now),
      ageOf(metadata.creationTimestamp, now),
      ...templateCells(spec.template),
      selectorText(spec.selector),
    ];
  },
});

/** The words of conditions, the first that holds; a deletion stands between the ends and the rest. */
function statusOf({ metadata, status }: PrintedJob): string {
  const holds = (type: string): boolean =>
    (status?.conditions ?? []).some((one) => one.type === type && one.status === 'True');
  const ended = ['Complete', 'Failed'].find(holds);
  if (ended !== undefined) return ended;
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(holds) ?? 'Running';
}

/** Of a job that says no number, one success is enough. */
function completionsOf({ spec = {}, status }: PrintedJob): string {
  const succeeded = status?.succeeded ?? 0;
  if (spec.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const parallelism = spec.parallelism ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationOf({ status }: PrintedJob, now: number): string {
  if (status?.startTime === undefined) return '';
  const end = status.completionTime === undefined ? now : Date.parse(status.completionTime);
  return humanDuration(end - Date.parse(status.startTime));
}
