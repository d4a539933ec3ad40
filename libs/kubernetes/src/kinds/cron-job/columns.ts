import type { LabelSelector } from '#apimachinery';
import {
  AGE,
  ageOf,
  described,
  FLAG,
  NAME,
  ofField,
  printerColumns,
  selectorText,
  TEMPLATE_COLUMNS,
  templateCells,
  WHOLE,
  WIDE,
  type PrintedTemplate,
} from '../../table/index.js';
import { JOB_SELECTOR } from '../job/columns.js';

interface PrintedCronJob {
  readonly spec?: {
    readonly schedule?: string;
    readonly timeZone?: string;
    readonly suspend?: boolean;
    readonly jobTemplate?: {
      readonly spec?: { readonly selector?: LabelSelector; readonly template?: PrintedTemplate };
    };
  };
  readonly status?: { readonly active?: readonly object[]; readonly lastScheduleTime?: string };
}

/** A cron job in a table. */
export const cronJobColumns = printerColumns<PrintedCronJob>({
  columns: [
    NAME,
    ofField('Schedule', 'CronJobSpec.schedule'),
    ofField('Timezone', 'CronJobSpec.timeZone'),
    ofField('Suspend', 'CronJobSpec.suspend', FLAG),
    ofField('Active', 'CronJobStatus.active', WHOLE),
    ofField('Last Schedule', 'CronJobStatus.lastScheduleTime'),
    AGE,
    ...TEMPLATE_COLUMNS,
    described('Selector', JOB_SELECTOR, WIDE),
  ],
  cells: ({ metadata, spec = {}, status = {} }, now) => [
    metadata.name,
    spec.schedule ?? '',
    spec.timeZone ?? '<none>',
    spec.suspend === undefined ? '<unset>' : spec.suspend ? 'True' : 'False',
    status.active?.length ?? 0,
    status.lastScheduleTime === undefined ? '<none>' : ageOf(status.lastScheduleTime, now),
    ageOf(metadata.creationTimestamp, now),
    ...templateCells(spec.jobTemplate?.spec?.template),
    selectorText(spec.jobTemplate?.spec?.selector),
  ],
});
