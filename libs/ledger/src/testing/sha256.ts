import { hash } from 'node:crypto';

/** What Berth hands in as `Hash`. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hash('sha256', bytes, 'buffer'));
}

/** The bytes that a hexadecimal text spells. */
export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}
