import type { ClusterObject, Pod, Snapshot } from '#scheduler';
import type { Owner } from '../workloads/index.js';

/** The cluster that a budget comes into. */
export interface BudgetPlace {
  readonly snapshot: Snapshot;
  readonly pods: Iterable<Pod>;
}

/** Keeps the status of budgets: pods are reported to it, and the snapshot's budgets have what follows. */
export interface PodCounts {
  /** A pod is there, on a node or on none. */
  came(pod: Pod): void;
  went(pod: Pod): void;
  /** What makes pods wants so many. */
  wants(owner: Owner, pods: { readonly namespace: string; readonly replicas: number }): void;
  setBudget(budget: ClusterObject, place: BudgetPlace): void;
  /** What is reported from here on is undone by `rollback`, or stays with `keep`. */
  mark(): void;
  rollback(): void;
  keep(): void;
}

const nothing = (): void => undefined;

/** For clusters without budgets. */
export const NO_BUDGETS: PodCounts = {
  came: nothing,
  went: nothing,
  wants: nothing,
  setBudget: nothing,
  mark: nothing,
  rollback: nothing,
  keep: nothing,
};
