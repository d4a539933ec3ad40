import { DEADLINE_MS, type Disturber } from './disturber.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Set while the server may be on its way down: then once more. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (const since = performance.now(); ;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - since > DEADLINE_MS) throw error;
    }
  }
}

const jump = (name: string, weight: number, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) =>
  ({
    name,
    weight,
    mostMs: 2_000,
    async disturb({ clock }, dice) {
      const by = dice.between(fromMs / 1000, toMs / 1000) * 1000;
      await patiently(() => clock.set(by));
      return { restore: () => patiently(() => clock.set(0)) };
    },
  }) satisfies Disturber;

/** Keys are kept for a day: a jump over more than that ends them, so that no key is used while there are some. */
export const FAR = /^clock\.(month|year)/;

export const clock: readonly Disturber[] = [
  jump('clock.forward', 5, { fromMs: 1_000, toMs: 2 * HOUR_MS }),
  jump('clock.back', 5, { fromMs: -2 * HOUR_MS, toMs: -1_000 }),
  jump('clock.month-forward', 2, { fromMs: 20 * DAY_MS, toMs: 100 * DAY_MS }),
  jump('clock.month-back', 2, { fromMs: -100 * DAY_MS, toMs: -20 * DAY_MS }),
];
