import type { Columns, KeptRows, ReportParameters } from '#reports';
import type { Caller, Need, Role } from '#access';
import type { Outcome, Refusal } from '#requests';
import type { Period, PeriodName } from './times/index.js';

/** What a schedule does. */
export const WORK_KINDS = ['report', 'run', 'checkpoint', 'verification', 'comparison'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** The forms in which rows are delivered. */
export const FORMATS = ['csv', 'ndjson', 'json', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

/** What a schedule does, as it was asked for. */
export interface Work extends ReportParameters {
  readonly kind: WorkKind;
  /** Id or name of the cluster; all that its owner sees unless given. */
  readonly cluster?: string | undefined;
  /** Of a report. */
  readonly report?: string | undefined;
  readonly buckets?: number | undefined;
  /** Of a comparison: the profile that pods are scheduled with on the other side. */
  readonly profile?: string | undefined;
}

/** A schedule that is to be. */
export interface NewSchedule {
  readonly name: string;
  readonly cron: string;
  readonly zone: string;
  readonly period?: PeriodName | undefined;
  readonly work: Work;
  readonly formats: readonly Format[];
  readonly targets: readonly string[];
  /** Over the rows: only a result that meets it is delivered, once until one does not. */
  readonly condition?: string | undefined;
  readonly keepResults: number;
  readonly keepDays: number;
}

/** A schedule as it is stored. */
export interface Schedule extends Omit<NewSchedule, 'period' | 'condition'> {
  readonly id: string;
  readonly team: string;
  readonly period: PeriodName | null;
  readonly condition: string | null;
  /** Since when results meet the condition. */
  readonly metSince: Date | null;
  /** As whom it runs. */
  readonly owner: Owner;
  readonly createdAt: Date;
  /** Null while it is paused. */
  readonly nextAt: Date | null;
  readonly pausedAt: Date | null;
  /** Why the service paused it; null where a caller did. */
  readonly pausedBecause: string | null;
  readonly failedDeliveries: number;
}

/** Whose rights a schedule has, and no others. */
export interface Owner {
  readonly actor: string;
  readonly principal: string;
  /** What they held at its creation. */
  readonly roles: readonly Role[];
  readonly only: Caller['only'];
}

export const RESULT_STATES = ['queued', 'running', 'succeeded', 'failed'] as const;
export type ResultState = (typeof RESULT_STATES)[number];

/** Why a result has no rows: a refusal, or a fault that the log has under the id of the result. */
export type ResultFailure = { readonly refusal: Refusal } | { readonly fault: 'internal' | 'outage' };

/** What a schedule came to at a time. */
export interface Result {
  readonly id: string;
  readonly schedule: { readonly id: string; readonly name: string };
  readonly dueAt: Date;
  /** How many times passed before this one without a result. */
  readonly missed: number;
  readonly byHand: boolean;
  readonly state: ResultState;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly failure: ResultFailure | null;
  /** What the rows were computed from. */
  readonly head: object | null;
  readonly columns: Columns | null;
  readonly rowCount: number | null;
  /** SHA-256 of the rows as NDJSON. */
  readonly digest: string | null;
  /** Null where there is no condition. */
  readonly conditionMet: boolean | null;
  readonly deliveries: readonly Delivery[];
}

/** A result on its way to a target. */
export interface Delivery {
  readonly id: string;
  readonly target: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly lastAt: Date | null;
  readonly nextAt: Date | null;
  readonly problem: string | null;
}

/** What work came to. */
export interface Worked {
  readonly columns: Columns;
  readonly rows: KeptRows;
  /** What the rows were computed from. */
  readonly head: object;
  /** Ids of the clusters that were read. */
  readonly clusters: readonly string[];
}

/** What work has beside what was asked for. */
export interface WorkContext {
  /** The id of the result: what may be done once only is done under it. */
  readonly result: string;
  readonly dueAt: Date;
  readonly period: Period | null;
}

/** What is done on behalf of a schedule, and the role that it takes. */
export interface Works {
  readonly needOf: (work: Work) => Need;
  readonly columnsOf: (work: Work) => Columns;
  readonly does: (caller: Caller, work: Work, context: WorkContext) => Promise<Outcome<Worked>>;
}
