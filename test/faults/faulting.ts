import { setTimeout as pause } from 'node:timers/promises';
import { classOf } from './disturbers/index.js';
import type { Finding } from './finding.js';
import type { PlannedFault } from './plan.js';
import type { Site } from './site.js';

/** A fault that was. */
export interface PastFault {
  readonly name: string;
  /** When it was over. */
  readonly endedAt: number;
  /** Those that it was about; all when it is not said. */
  readonly services: readonly number[] | undefined;
}

/**
 * Does what is planned: those of one class one after the other, those of several at the same time. Resolves when
 * everything is restored.
 */
export async function inflict(
  site: Site,
  faults: readonly PlannedFault[],
  found: (finding: Finding) => void,
): Promise<PastFault[]> {
  const past: PastFault[] = [];
  const lastOf = new Map<string, Promise<void>>();
  for (const fault of faults) {
    await pause(fault.pauseMs);
    const kind = classOf(fault.disturber.name);
    const before = lastOf.get(kind);
    const turn = async (): Promise<void> => {
      await before;
      try {
        past.push(await inflictOne(site, fault));
      } catch (error) {
        found({ kind: 'stuck', what: `after ${fault.disturber.name}: ${String(error)}` });
      }
    };
    lastOf.set(kind, turn());
  }
  await Promise.all(lastOf.values());
  return past;
}

async function inflictOne(site: Site, { disturber, lengthMs, dice }: PlannedFault): Promise<PastFault> {
  const { services, restore } = await disturber.disturb(site, dice);
  await pause(lengthMs);
  const endedAt = performance.now();
  await restore();
  return { name: disturber.name, endedAt, services };
}
