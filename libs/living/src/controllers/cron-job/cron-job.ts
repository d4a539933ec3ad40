import type { KubernetesObject, ObjectMeta } from '#kubernetes';

/** A batch/v1 CronJob, as it is stored: defaults are filled in. */
export interface CronJob extends KubernetesObject {
  spec: {
    readonly schedule?: string;
    readonly timeZone?: string;
    readonly startingDeadlineSeconds?: number;
    readonly concurrencyPolicy?: string;
    readonly suspend?: boolean;
    readonly successfulJobsHistoryLimit?: number;
    readonly failedJobsHistoryLimit?: number;
    readonly jobTemplate?: { readonly metadata?: Partial<ObjectMeta>; readonly spec?: object };
  };
  status?: CronJobStatus;
}

export interface CronJobStatus {
  readonly active?: readonly JobReference[];
  readonly lastScheduleTime?: string;
  readonly lastSuccessfulTime?: string;
}

/** A job that runs, as a core/v1 ObjectReference. */
export interface JobReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion?: string;
}
