import { createHash } from 'node:crypto';

/** What Berth hands in as `Hash`. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(bytes).digest());
}

/** The bytes that a hexadecimal text spells. */
export function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}
