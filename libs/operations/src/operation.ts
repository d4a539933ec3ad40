import type { Refusal } from '#requests';

/** What there are operations of. */
export const OPERATION_KINDS = [
  'verification',
  'replay',
  'export',
  'comparison',
  'advance',
  'import',
  'archive',
] as const;
/** One of these. */
export type OperationKind = (typeof OPERATION_KINDS)[number];

/** How far an operation is: it is queued, is worked on, or has ended in one of three ways. */
export const OPERATION_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
/** One of these. */
export type OperationState = (typeof OPERATION_STATES)[number];

/** How long an operation is stored after its end, with what it came to. */
export const OPERATION_KEPT_MS = 24 * 60 * 60 * 1000;

/** How much of an operation is done. */
export interface OperationProgress {
  readonly done: number;
  /** Of so many, as far as was known when it began. */
  readonly total: number;
  /** What is counted: `decisions`. */
  readonly unit: string;
  /** What is being done, for people; empty where there is nothing to add. */
  readonly message: string;
}

/** Why an operation has no result: a refusal, or a fault, which the log has under the request's id. */
export type OperationFailure = { readonly refusal: Refusal } | { readonly fault: OperationFault };

/** A fault, by what it comes from. */
export type OperationFault = 'internal' | 'outage' | 'timeout' | 'cancelled' | 'full';

/** A long-running piece of work, as the caller that asked for it sees it. */
export interface Operation {
  /** UUIDv7: later ones are greater. */
  readonly id: string;
  /** Id of the cluster that it is about; null where it is about all of the team. */
  readonly cluster: string | null;
  readonly kind: OperationKind;
  readonly state: OperationState;
  /** Who asked for it. */
  readonly caller: string;
  /** The id of their request. */
  readonly requestId: string;
  /** What they asked for. */
  readonly request: object;
  /** While it is queued: which one in the queue of its process it is, from 1, in the order of their asking. */
  readonly place: number | null;
  readonly progress: OperationProgress;
  readonly failure: OperationFailure | null;
  /** RFC 3339 UTC, of the database's clock. */
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** When it is forgotten; null until it has ended. */
  readonly expiresAt: string | null;
}

/** An operation with what it came to; null where it came to nothing, or not yet. */
export interface OperationWithResult extends Operation {
  readonly result: object | null;
}

/** Whether an operation has ended. */
export function hasEnded({ state }: Pick<Operation, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}
