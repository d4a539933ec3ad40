import { createHash } from 'node:crypto';

/** The hash of the ledger and of traces: SHA-256, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
