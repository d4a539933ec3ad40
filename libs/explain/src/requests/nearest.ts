/** Beyond what is scanned: so many that are as far from each other, and the powers of 4. */
const EVEN = 16;
/** So often it is looked again at what is nearer than what was found. */
const MOST_ROUNDS = 4;

/** A distance at which something is otherwise. */
export interface Nearest {
  readonly distance: number;
  /** Whether it is otherwise at no nearer one: all of them were looked at. */
  readonly isNearest: boolean;
}

/**
 * The nearest distance from 1 to `most` at which something is otherwise than at 0; null where none was found. At one
 * less it is as at 0. Up to `scanned` every distance is looked at. Beyond that what is otherwise from some distance on
 * is found for sure; of what is otherwise here and there, something farther may be found than the nearest. Stops after
 * each look.
 */
export function* nearest(
  most: number,
  scanned: number,
  isOther: (distance: number) => boolean,
): Generator<void, Nearest | null, undefined> {
  const all = Math.min(most, scanned);
  for (let distance = 1; distance <= all; distance++) {
    const isFound = isOther(distance);
    yield;
    if (isFound) return { distance, isNearest: true };
  }
  let found: number | null = null;
  let end = most;
  for (let round = 0; round < MOST_ROUNDS && end > all; round++) {
    const next = yield* firstAmong({ scanned: all, distances: probes(all, end) }, isOther);
    if (next === null) break;
    found = next;
    end = found - 1;
  }
  return found === null ? null : { distance: found, isNearest: found === all + 1 };
}

/** The first probe at which it is otherwise, and from there to the nearest before it, behind the probe before. */
function* firstAmong(
  { scanned, distances }: { readonly scanned: number; readonly distances: readonly number[] },
  isOther: (distance: number) => boolean,
): Generator<void, number | null, undefined> {
  let same = scanned;
  for (const distance of distances) {
    const isFound = isOther(distance);
    yield;
    if (!isFound) same = distance;
    else return yield* boundary(same, distance, isOther);
  }
  return null;
}

function* boundary(
  same: number,
  other: number,
  isOther: (distance: number) => boolean,
): Generator<void, number, undefined> {
  let [below, above] = [same, other];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (isOther(middle)) above = middle;
    else below = middle;
    yield;
  }
  return above;
}

/** Ascending, beyond what is scanned. */
function probes(scanned: number, end: number): readonly number[] {
  const even = Array.from({ length: EVEN }, (_, index) => Math.floor((end * (index + 1)) / EVEN));
  const powers = Array.from({ length: Math.ceil(Math.log2(end) / 2) }, (_, power) => 4 ** power);
  return [...new Set([...even, ...powers])].filter((distance) => distance > scanned).sort((a, b) => a - b);
}
