import type { ClusterObjects, Node, Pod } from '#scheduler';

/** The format of recorded decisions of kube-scheduler v1.34.1 and v1.20.5, as far as the runner reads it. */

/** A cluster, a profile, and the pods that were scheduled one after the other. */
export interface Scenario {
  readonly id: string;
  readonly family: string;
  readonly objects: ClusterObjects & { readonly nodes?: readonly Node[]; readonly pods?: readonly Pod[] };
  readonly profile?: {
    readonly pluginConfig?: readonly { readonly name: string; readonly args?: unknown }[];
    readonly [field: string]: unknown;
  };
  /** Instead of a profile, in recordings of v1.20.5: a Policy. */
  readonly policy?: object;
  readonly featureGates?: object;
  readonly options?: {
    /** A preemption nominates its pod for those that follow; one that fails ends the pod's nomination. */
    readonly nominateAfterPreemption?: boolean;
  };
  readonly pods: readonly Pod[];
}

export interface RecordedStatus {
  readonly plugin?: string;
  readonly code: string;
  readonly reasons?: readonly string[];
}

/** What one pod came to, field by field. Empty fields are absent. */
export type RecordedResult = Readonly<Record<string, unknown>>;

/** What a scenario came to. All but the `results`, one of each pod, is of the scenario. */
export interface Recorded {
  /** A Policy that is refused, and then there is nothing else. */
  readonly policyError?: unknown;
  /** What became of the names of a Policy. */
  readonly translation?: unknown;
  readonly plugins?: unknown;
  readonly queueOrder?: unknown;
  readonly nodeOrder?: unknown;
  readonly results: readonly RecordedResult[];
}

export interface Recording {
  readonly scenario: Scenario;
  readonly expected: Recorded;
}

/** Fields that are compared for every pod. */
export const RESULT_FIELDS = [
  'pod',
  'outcome',
  'error',
  'preEnqueue',
  'preFilter',
  'filter',
  'filterAll',
  'feasible',
  'preScoreSkipped',
  'scores',
  'totals',
  'best',
  'selected',
  'nominatedNodeUsed',
  'fitErrorFilter',
  'fitError',
  'postFilter',
] as const;

/** Fields that are compared once, with a scenario's first pod. */
export const SCENARIO_FIELDS = ['policyError', 'translation', 'plugins', 'queueOrder', 'nodeOrder'] as const;
