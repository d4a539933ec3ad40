import type { Transaction } from '#database';
import type { Outcome } from '#requests';
import type { ClusterCounts, ClusterRow } from './cluster.store.js';
import type { LogPoint } from './log-point.js';

/**
 * A cluster by id or name: as it is, or as it was at a moment (`123` a position, `revision:42`, or an RFC 3339 time).
 */
export type ClusterAt = string | ClusterPlace;

/** A cluster and a moment in its log; the present where none is named. */
export interface ClusterPlace {
  readonly cluster: string;
  readonly at?: string;
}

/** A cluster that was found, and the point of its log that it was asked for. */
export interface LocatedCluster {
  /** As it is now: its name, its settings, its head. */
  readonly cluster: ClusterRow;
  /** Where it is read: the head unless a moment was given. */
  readonly point: LogPoint;
  /** A moment that always leads to this point, as a time does not; only where a moment was given. */
  readonly moment?: string;
}

/** What a cluster holds at one moment, whether that is the present or not. */
export interface ClusterReading extends LocatedCluster {
  counts(): Promise<ClusterCounts>;
}

/** Opens clusters for reading. */
export interface Moments<Reading extends ClusterReading = ClusterReading> {
  /** Refused when there is no such cluster, or its log does not lead to the moment. */
  open(tx: Transaction, which: ClusterAt): Promise<Outcome<Reading>>;
}
