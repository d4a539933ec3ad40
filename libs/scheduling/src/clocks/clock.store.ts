import type { Transaction } from '#database';
import type { KeptState } from '#living';

/** The clock of a cluster. */
export interface ClusterClock {
  readonly clusterId: string;
  readonly now: Date;
  readonly seed: string;
  /** The changes up to here are known to the controllers. */
  readonly position: bigint;
  /** A SHA-256 over the changes of the controllers since the clock began; empty before the first. */
  readonly digest: Uint8Array;
  readonly next: { readonly at: Date; readonly what: string } | null;
  /** Null until time has passed for the first time. */
  readonly kept: KeptState | null;
}

export async function findClock(tx: Transaction, clusterId: string): Promise<ClusterClock | undefined> {
  const row = await tx.prisma.clusterClock.findUnique({ where: { clusterId } });
  if (row === null) return undefined;
  const { now, seed, position, digest, nextAt, nextWhat, kept } = row;
  return {
    ...{ clusterId, now, seed, position, digest },
    next: nextAt === null ? null : { at: nextAt, what: nextWhat ?? '' },
    kept: kept === null ? null : (JSON.parse(kept) as KeptState),
  };
}

export async function saveClock(
  tx: Transaction,
  { clusterId, seed: _, next, kept, ...clock }: ClusterClock,
): Promise<void> {
  await tx.prisma.clusterClock.update({
    where: { clusterId },
    data: {
      ...clock,
      digest: Uint8Array.from(clock.digest),
      nextAt: next?.at ?? null,
      nextWhat: next?.what ?? null,
      kept: kept === null ? null : JSON.stringify(kept),
    },
  });
}
