// Integers written where there is room for them; each function answers where it ended. A loop over these takes two
// thirds of the time of one that asks for room before each byte.

/** Bytes that a safe integer takes at most, its sign included. */
export const longest = 8;

/** A safe integer of at least 0. */
export function putVarint(bytes: Uint8Array, begin: number, value: number): number {
  if (value < 0x80) {
    bytes[begin] = value;
    return begin + 1;
  }
  let end = begin;
  let rest = value;
  // Beyond 31 bits, shifting would lose some.
  while (rest > 0x7fffffff) {
    bytes[end++] = (rest % 0x80) + 0x80;
    rest = Math.floor(rest / 0x80);
  }
  while (rest > 0x7f) {
    bytes[end++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[end++] = rest;
  return end;
}

/** A safe integer, as the LEB128 of 2 x |value| + (value < 0). */
export function putSigned(bytes: Uint8Array, begin: number, value: number): number {
  // An integer to the compiler too, unlike a value out of an array of doubles.
  const small = value | 0;
  if (small === value && small > -0x40000000 && small < 0x40000000)
    return putVarint(bytes, begin, small < 0 ? 1 - 2 * small : 2 * small);
  const magnitude = Math.abs(value);
  // Split before doubling: twice a safe integer is not one.
  bytes[begin] = (magnitude % 0x40) * 2 + (value < 0 ? 1 : 0) + 0x80;
  return putVarint(bytes, begin + 1, Math.floor(magnitude / 0x40));
}

/** Safe integers, one after the other. */
export function putAll(bytes: Uint8Array, begin: number, values: ArrayLike<number>): number {
  let end = begin;
  for (let at = 0; at < values.length; at++) end = putSigned(bytes, end, values[at] ?? 0);
  return end;
}

/**
 * The same of bytes, of which each takes two at most. Nearly all columns of scores are such: with a loop of their own,
 * the record of a new class takes half the time.
 */
export function putBytes(bytes: Uint8Array, begin: number, values: Uint8Array): number {
  let end = begin;
  for (let at = 0; at < values.length; at++) {
    const doubled = (values[at] ?? 0) * 2;
    if (doubled > 0x7f) {
      bytes[end++] = doubled | 0x80;
      bytes[end++] = doubled >> 7;
    } else bytes[end++] = doubled;
  }
  return end;
}

/**
 * The same of scores that are put into `cells` on the way, which saves a pass over them; -1
 * when one of them is no byte.
 */
export function putByteScores(
  bytes: Uint8Array,
  begin: number,
  { scores, cells }: { readonly scores: Float64Array; readonly cells: Uint8Array },
): number {
  let end = begin;
  for (let at = 0; at < cells.length; at++) {
    const score = scores[at] ?? 0;
    const byte = score & 0xff;
    if (byte !== score) return -1;
    cells[at] = byte;
    const doubled = byte * 2;
    if (doubled > 0x7f) {
      bytes[end++] = doubled | 0x80;
      bytes[end++] = doubled >> 7;
    } else bytes[end++] = doubled;
  }
  return end;
}

/** Integers of one byte are written by the loops below themselves: they are nearly all, and a call costs more. */
const beyondByte = 0x80;

/** Ascending integers, each as its distance to the one before it, the first to -1. */
export function putDistances(
  bytes: Uint8Array,
  begin: number,
  { ascending, count }: { readonly ascending: Uint32Array; readonly count: number },
): number {
  let end = begin;
  let last = -1;
  for (let at = 0; at < count; at++) {
    const value = ascending[at] ?? 0;
    const distance = value - last;
    last = value;
    if (distance < beyondByte) bytes[end++] = distance;
    else end = putVarint(bytes, end, distance);
  }
  return end;
}

/** The same, each followed by the value of that place. */
export function putSignedAt(
  bytes: Uint8Array,
  begin: number,
  {
    ascending,
    values,
    count,
  }: { readonly ascending: Uint32Array; readonly values: Float64Array; readonly count: number },
): number {
  let end = begin;
  let last = -1;
  for (let at = 0; at < count; at++) {
    const place = ascending[at] ?? 0;
    const distance = place - last;
    last = place;
    if (distance < beyondByte) bytes[end++] = distance;
    else end = putVarint(bytes, end, distance);
    const value = values[at] ?? 0;
    const small = value & 0x3f;
    if (small === value) bytes[end++] = small * 2;
    else end = putSigned(bytes, end, value);
  }
  return end;
}

/** What must be added to integers to come to others. */
export function putSteps(
  bytes: Uint8Array,
  begin: number,
  { before, after, count }: { readonly before: Float64Array; readonly after: Float64Array; readonly count: number },
): number {
  let end = begin;
  for (let at = 0; at < count; at++) {
    const step = (after[at] ?? 0) - (before[at] ?? 0);
    const small = step & 0x3f;
    if (small === step) bytes[end++] = small * 2;
    else end = putSigned(bytes, end, step);
  }
  return end;
}
