import { hash } from 'node:crypto';

/** The hash of the ledger: SHA-256, 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}
