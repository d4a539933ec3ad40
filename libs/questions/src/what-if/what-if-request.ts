import type { Step, Steps } from '#what-if';
import type { ProfileRequest, Preemption, TieBreak } from '#scheduling';

/** Which pods a schedule step is for: these, or the pending ones of a namespace and with labels. */
export type SteppedPods =
  { readonly names: readonly string[] } | { readonly namespace?: string; readonly labelSelector?: string };

/** A run on what the steps before it made. */
export interface ScheduleStep {
  readonly pods: SteppedPods;
  readonly profile?: ProfileRequest;
  readonly tieBreak: TieBreak;
  readonly seed: bigint;
  readonly preemption: Preemption;
}

/** One step as it was asked for: manifests are text. */
export type AskedStep =
  | { readonly import: { readonly manifests: string } }
  | Exclude<Step, { readonly import: Steps['import'] }>
  /** Serves from here on in the place of the one of its schedulerName. */
  | { readonly profile: object }
  | { readonly schedule: ScheduleStep };

/** A step with its manifests read. */
export type ReadStep = Step | Extract<AskedStep, { readonly profile: object } | { readonly schedule: ScheduleStep }>;

/** What if these things happened, one after the other? */
export interface WhatIfRequest {
  readonly steps: readonly AskedStep[];
  /** Whether the traces of its decisions can be read. */
  readonly traces: boolean;
}
