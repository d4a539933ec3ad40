import { cidrProblems, ipProblems, isIpv6 } from './addresses.js';

/** An address as bytes: 4 or 16. */
type Bytes = readonly number[];

/** How a sound address is best written, and what of it is not. */
export interface WrittenAddress {
  readonly canonical: string;
  /** Written as no standard has it: with leading zeros, or an address of version 4 inside one of version 6. */
  readonly isNonStandard: boolean;
}

/** An address as Go prints it; undefined for what is none. // as net.ParseIP, netip.ParseAddr */
export function writtenAddress(text: string): WrittenAddress | undefined {
  if (ipProblems(text).length > 0) return undefined;
  const bytes = addressBytes(text);
  const isMapped = isIpv6(text) && bytes.length === 4;
  return { canonical: printed(bytes), isNonStandard: isMapped || hasLeadingZeros(text) };
}

/** The same of a range of addresses: as a range, and as the range of its address alone. */
export function writtenRange(text: string): (WrittenAddress & { readonly single: string }) | undefined {
  if (cidrProblems(text).length > 0) return undefined;
  const { address, bits, bytes, size, isMapped } = rangeOf(text);
  return {
    canonical: `${printed(masked(bytes, size))}/${size}`,
    single: `${printed(bytes)}/${8 * bytes.length}`,
    isNonStandard: isMapped || hasLeadingZeros(address) || String(Number(bits)) !== bits,
  };
}

/** Whether a sound range is a part of another one, and not all of it; sizes are as they are written, as upstream. */
export function isStrictSubset(part: string, whole: string): boolean {
  const [inner, outer] = [rangeOf(part), rangeOf(whole)];
  if (inner.bytes.length !== outer.bytes.length || Number(inner.bits) <= Number(outer.bits)) return false;
  const [start, base] = [masked(inner.bytes, inner.size), masked(outer.bytes, outer.size)];
  return masked(start, outer.size).every((byte, index) => byte === base[index]);
}

interface Range {
  readonly address: string;
  /** Its size as it is written. */
  readonly bits: string;
  readonly bytes: Bytes;
  readonly size: number;
  readonly isMapped: boolean;
}

function rangeOf(text: string): Range {
  const [address = '', bits = ''] = text.split('/');
  const bytes = addressBytes(address);
  const isMapped = isIpv6(address) && bytes.length === 4;
  return { address, bits, bytes, size: Number(bits) - (isMapped ? 96 : 0), isMapped };
}

function masked(bytes: Bytes, size: number): Bytes {
  return bytes.map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, size - 8 * index))) & 0xff);
}

function hasLeadingZeros(address: string): boolean {
  const quads = address.includes('.') ? address.slice(address.lastIndexOf(':') + 1).split('.') : [];
  return quads.some((quad) => quad.length > 1 && quad.startsWith('0'));
}

/** The bytes of a sound address; one of version 4 that is mapped into version 6 is of version 4. */
export function addressBytes(address: string): Bytes {
  if (!address.includes(':')) return quadBytes(address);
  const [head = '', tail] = address.split('::');
  const front = groupBytes(head);
  const back = groupBytes(tail ?? '');
  const bytes = [...front, ...Array<number>(16 - front.length - back.length).fill(0), ...back];
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return isMapped ? bytes.slice(12) : bytes;
}

function groupBytes(groups: string): number[] {
  if (groups === '') return [];
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return quadBytes(group);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

function quadBytes(quads: string): number[] {
  return quads.split('.').map(Number);
}

/** As RFC 5952 has it: the longest run of at least two zero groups is left out. */
function printed(bytes: Bytes): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((bytes[2 * index] ?? 0) << 8) | (bytes[2 * index + 1] ?? 0));
  let [start, length] = [-1, 1];
  for (let from = 0; from < groups.length; from += 1) {
    let to = from;
    while (groups[to] === 0) to += 1;
    if (to - from > length) [start, length] = [from, to - from];
  }
  const text = (some: readonly number[]): string => some.map((group) => group.toString(16)).join(':');
  return start < 0 ? text(groups) : `${text(groups.slice(0, start))}::${text(groups.slice(start + length))}`;
}
