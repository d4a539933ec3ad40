import type { ClockMode } from '#cluster';
import type { Transaction } from '#database';
import type { KubeletModel } from '#living';
import { storeKept, type KeptCluster } from './kept.store.js';

/** The clock of a cluster. */
export interface ClusterClock {
  readonly clusterId: string;
  readonly mode: ClockMode;
  /** How many seconds pass in a second of the wall, on a real clock. */
  readonly rate: number;
  /** Up to here everything has happened. On a real clock time has passed since. */
  readonly now: Date;
  /** Of a real clock: when it was `now`, by the wall. */
  readonly wall: Date | null;
  readonly seed: string;
  /** What kubelets do where annotations say nothing; null: nothing of their own. */
  readonly kubelet: KubeletModel | null;
  /** The holder of the lease that drives it. */
  readonly driver: string | null;
  /** The changes up to here are known to the controllers. */
  readonly position: bigint;
  /** A SHA-256 over the changes of the controllers since the clock began; empty before the first. */
  readonly digest: Uint8Array;
  readonly next: { readonly at: Date; readonly what: string } | null;
  /** Counts what was written of it. */
  readonly version: bigint;
}

export async function findClock(tx: Transaction, clusterId: string): Promise<ClusterClock | undefined> {
  // What the cluster keeps may be megabytes: a process that has it in memory does not read it.
  const row = await tx.prisma.clusterClock.findUnique({ where: { clusterId }, omit: { kept: true } });
  if (row === null) return undefined;
  const { mode, nextAt, nextWhat, kubelet, ...rest } = row;
  return {
    ...rest,
    mode: mode as ClockMode,
    kubelet: kubelet === null ? null : (JSON.parse(kubelet) as KubeletModel),
    next: nextAt === null ? null : { at: nextAt, what: nextWhat ?? '' },
  };
}

/** Writes what a clock is now, and what its cluster keeps; answers the version that it has then. */
export async function saveClock(tx: Transaction, clock: ClusterClock, state: KeptCluster): Promise<bigint> {
  const { clusterId, mode, rate, now, wall, position, digest, next } = clock;
  const version = clock.version + 1n;
  await tx.query(
    `UPDATE cluster_clocks
     SET mode = $2, rate = $3, now = $4, wall = $5, position = $6, digest = $7, next_at = $8, next_what = $9,
         version = $10
     WHERE cluster_id = $1`,
    [
      ...[clusterId, mode, rate, now, wall, position, Buffer.from(digest)],
      ...[next?.at ?? null, next?.what ?? null, version],
    ],
  );
  await storeKept(tx, { clusterId, version }, state);
  return version;
}
