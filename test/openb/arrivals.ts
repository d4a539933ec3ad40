import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { gpuOf, type TracePod } from './trace.js';

/** Pods arrive until they have asked for so much of the GPUs that there are. */
export const ARRIVING = 1.3;

/** A number from 0 to below - 1. */
export type Dice = (below: number) => number;

export function diceOf(seed: number): Dice {
  const generator = xoroshiro128plus(seed);
  return (below) => uniformInt(generator, 0, below - 1);
}

/** All of a list in a drawn order. */
export function shuffled<T>(list: readonly T[], dice: Dice): T[] {
  const drawn = [...list];
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const at = dice(last + 1);
    [drawn[last], drawn[at]] = [drawn[at] as T, drawn[last] as T];
  }
  return drawn;
}

/**
 * The pods of a list in a drawn order, as the simulator of the paper tunes them to `ARRIVING` of the capacity: drawn
 * ones are left out, or copies of drawn ones come after them.
 */
export function arrivalsOf(list: readonly TracePod[], capacity: number, dice: Dice): readonly TracePod[] {
  const most = ARRIVING * capacity;
  const pods = shuffled(list, dice);
  let asked = pods.reduce((sum, pod) => sum + gpuOf(pod), 0);
  while (asked > most) for (const pod of pods.splice(dice(pods.length), 1)) asked -= gpuOf(pod);
  for (;;) {
    const pod = list[dice(list.length)] as TracePod;
    // One GPU of the next pod has to fit below the mark: the last one may go beyond it.
    if (asked + pod.milli > most) return pods;
    asked += gpuOf(pod);
    pods.push(pod);
  }
}
