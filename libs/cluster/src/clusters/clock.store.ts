import type { Transaction } from '#database';
import type { ClockSettings } from './cluster-settings.js';

const CLOCK = 'clock/';

/** What processes tell each other of a clock that is real now, or is no more. */
export function clockTopic(clusterId: string): string {
  return CLOCK + clusterId;
}

/** The cluster whose clock a topic is about; undefined of any other topic. */
export function clusterOfClockTopic(topic: string): string | undefined {
  return topic.startsWith(CLOCK) ? topic.slice(CLOCK.length) : undefined;
}

/** Gives a new cluster a clock. */
export async function insertClock(
  tx: Transaction,
  clusterId: string,
  { now, seed = '1', mode = 'virtual', rate = 1, kubelet }: ClockSettings,
): Promise<void> {
  const at = now === undefined ? tx.at : new Date(now);
  const passes = { mode, rate, wall: mode === 'real' ? tx.at : null };
  const model = kubelet === undefined ? null : JSON.stringify(kubelet);
  await tx.prisma.clusterClock.create({
    data: { clusterId, now: at, beganAt: at, seed, position: 0n, digest: new Uint8Array(), ...passes, kubelet: model },
  });
  if (mode === 'real') tx.notify(clockTopic(clusterId), mode);
}

/** Where a clock goes on from that of another cluster. */
export interface CopiedClock {
  readonly from: string;
  readonly to: string;
  /** The changes up to here are those of the other cluster. */
  readonly position: bigint;
  /** The time of the cluster there. */
  readonly now: Date;
  /** Whether that is the present: what controllers keep is that of the present. */
  readonly isPresent: boolean;
}

/**
 * Gives a cluster the clock of another one; it stands still. What its controllers keep goes along, and where they have
 * not seen all changes, all objects are shown to them. At a past moment that is not known any more: they begin with the
 * objects, and with a seed of its own, since that of the other has drawn already.
 */
export async function copyClock(tx: Transaction, { from, to, position, now, isPresent }: CopiedClock): Promise<void> {
  await tx.execute(
    `INSERT INTO cluster_clocks
       (cluster_id, now, began_at, seed, position, digest, next_at, next_what, kept, mode, rate, wall, kubelet, version)
     SELECT $2, $4, began_at, CASE WHEN $5 THEN seed ELSE seed || '/' || $3::bigint END, $3,
       CASE WHEN $5 THEN digest ELSE ''::bytea END,
       CASE WHEN $5 THEN next_at END, CASE WHEN $5 THEN next_what END,
       CASE WHEN $5 AND position = $3 THEN kept WHEN $5 THEN '{"unseen":true,' || substr(kept, 2) END,
       'virtual', 1, NULL, kubelet, version
     FROM cluster_clocks WHERE cluster_id = $1`,
    [from, to, position, now, isPresent],
  );
  if (!isPresent) return;
  await tx.execute(
    `INSERT INTO clock_differences (cluster_id, version, body)
     SELECT $2, version, body FROM clock_differences WHERE cluster_id = $1`,
    [from, to],
  );
}
