/** So far every distance is looked at. */
const ALL = 64;
/** Beyond that, so many that are as far from each other, and the powers of 4. A look takes as long as a decision. */
const EVEN = 16;
/** So often it is looked again at what is nearer than what was found. */
const MOST_ROUNDS = 4;

/**
 * The nearest distance from 1 to `most` at which something is otherwise than at 0; null where none was found. At one
 * less it is as at 0. What is otherwise from some distance on is found for sure, and so is everything up to 64; of
 * what is otherwise here and there, something farther may be found than the nearest. Stops after each look.
 */
export function* nearest(
  most: number,
  isOther: (distance: number) => boolean,
): Generator<void, number | null, undefined> {
  let found: number | null = null;
  let end = most;
  for (let round = 0; round < MOST_ROUNDS && end > 0; round++) {
    const next = yield* firstAmong(probes(end), isOther);
    if (next === null) return found;
    found = next;
    if (end <= ALL) return found;
    end = found - 1;
  }
  return found;
}

/** The first probe at which it is otherwise, and from there to the nearest before it, behind the probe before. */
function* firstAmong(
  distances: readonly number[],
  isOther: (distance: number) => boolean,
): Generator<void, number | null, undefined> {
  let same = 0;
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

/** Ascending. */
function probes(end: number): readonly number[] {
  if (end <= ALL) return Array.from({ length: end }, (_, index) => index + 1);
  const even = Array.from({ length: EVEN }, (_, index) => Math.floor((end * (index + 1)) / EVEN));
  const powers = Array.from({ length: Math.ceil(Math.log2(end) / 2) }, (_, power) => 4 ** power);
  return [...new Set([...even, ...powers])].sort((a, b) => a - b);
}
