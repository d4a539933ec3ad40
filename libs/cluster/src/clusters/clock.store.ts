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
