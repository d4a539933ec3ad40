/**
 * Which numbers of a segment, from 0 up: a bit for each, or where those are many fewer, the steps from one to the next.
 */
export type Posting = { readonly bits: Uint8Array } | { readonly list: Uint32Array };

const BITS = 1;
const STEPS = 0;

/** In bytes: the form, then the numbers, which must rise. The smaller form is taken. */
export function encodePosting(numbers: readonly number[], size: number): Buffer {
  const room = Math.ceil(size / 8);
  const steps = Buffer.allocUnsafe(room);
  let length = 0;
  let next = 0;
  for (const number of numbers) {
    let step = number - next;
    next = number + 1;
    // Five bytes hold a step of any segment.
    if (length + 5 > room) return encodeBits(numbers, room);
    for (; step > 0x7f; step >>>= 7) steps[length++] = (step & 0x7f) | 0x80;
    steps[length++] = step;
  }
  return Buffer.concat([Buffer.of(STEPS), steps.subarray(0, length)]);
}

function encodeBits(numbers: readonly number[], room: number): Buffer {
  const bytes = Buffer.alloc(room + 1);
  bytes[0] = BITS;
  for (const number of numbers) bytes[1 + (number >>> 3)] = (bytes[1 + (number >>> 3)] ?? 0) | (1 << (number & 7));
  return bytes;
}

export function decodePosting(bytes: Uint8Array): Posting {
  const body = bytes.subarray(1);
  return bytes[0] === BITS ? { bits: body } : { list: decodeSteps(body) };
}

function decodeSteps(bytes: Uint8Array): Uint32Array {
  const list = new Uint32Array(bytes.length);
  let count = 0;
  let next = 0;
  for (let at = 0; at < bytes.length; at++) {
    let step = 0;
    let shift = 0;
    for (; (bytes[at] ?? 0) > 0x7f; at++, shift += 7) step |= ((bytes[at] ?? 0) & 0x7f) << shift;
    next += step | ((bytes[at] ?? 0) << shift);
    list[count++] = next++;
  }
  return list.subarray(0, count);
}

/** The numbers that all of at least one posting have. */
export function intersect(postings: readonly Posting[]): Posting {
  const lists = postings.flatMap((one) => ('list' in one ? [one.list] : [])).sort((a, b) => a.length - b.length);
  const bits = postings.flatMap((one) => ('bits' in one ? [one.bits] : []));
  const [shortest, ...others] = lists;
  if (shortest === undefined) return { bits: bits.reduce(commonBits) };
  let common = others.reduce(commonNumbers, shortest);
  for (const one of bits) common = common.filter((number) => ((one[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0);
  return { list: common };
}

function commonBits(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((byte, at) => byte & (other[at] ?? 0));
}

function commonNumbers(one: Uint32Array, other: Uint32Array): Uint32Array {
  let at = 0;
  return one.filter((number) => {
    while ((other[at] ?? Infinity) < number) at++;
    return other[at] === number;
  });
}

/** From the highest number below `end` down. */
export function* downwards(posting: Posting, end: number): Iterable<number> {
  if ('list' in posting) {
    for (let at = posting.list.length - 1; at >= 0; at--) {
      const number = posting.list[at] ?? 0;
      if (number < end) yield number;
    }
    return;
  }
  for (let at = Math.min(posting.bits.length, Math.ceil(end / 8)) - 1; at >= 0; at--) {
    const byte = posting.bits[at] ?? 0;
    for (let bit = 7; byte !== 0 && bit >= 0; bit--) {
      if ((byte & (1 << bit)) !== 0 && at * 8 + bit < end) yield at * 8 + bit;
    }
  }
}

/** From the lowest up. */
export function numbersOf(posting: Posting): number[] {
  return 'list' in posting ? [...posting.list] : [...downwards(posting, Infinity)].reverse();
}
