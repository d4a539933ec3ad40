import type { ClockMode } from '#cluster';
import type { Transaction } from '#database';
import type { KeptState, KubeletModel } from '#living';

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
  /** Null until time has passed for the first time. */
  readonly kept: KeptState | null;
  /** Counts what was written of it. */
  readonly version: bigint;
}

export async function findClock(tx: Transaction, clusterId: string): Promise<ClusterClock | undefined> {
  const row = await tx.prisma.clusterClock.findUnique({ where: { clusterId } });
  if (row === null) return undefined;
  const { mode, nextAt, nextWhat, kept, kubelet, ...rest } = row;
  return {
    ...rest,
    mode: mode as ClockMode,
    kubelet: kubelet === null ? null : (JSON.parse(kubelet) as KubeletModel),
    next: nextAt === null ? null : { at: nextAt, what: nextWhat ?? '' },
    kept: kept === null ? null : (JSON.parse(kept) as KeptState),
  };
}

/** Writes what a clock is now; answers the version that it has then. */
export async function saveClock(tx: Transaction, clock: ClusterClock): Promise<bigint> {
  const { clusterId, seed: _, kubelet: __, driver: ___, next, kept, ...rest } = clock;
  const version = clock.version + 1n;
  await tx.prisma.clusterClock.update({
    where: { clusterId },
    data: {
      ...rest,
      version,
      digest: Uint8Array.from(clock.digest),
      nextAt: next?.at ?? null,
      nextWhat: next?.what ?? null,
      kept: kept === null ? null : JSON.stringify(kept),
    },
  });
  return version;
}
