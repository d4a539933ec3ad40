import { canonicalBytes } from '#ledger';
import { sha256 } from '#requests';

/** An entry as it is stored: its number, when it was, what it says (canonical JSON), and what it follows. */
export interface HashedEntry {
  /** From 1, without a gap. */
  readonly sequence: bigint;
  readonly at: Date;
  readonly body: Uint8Array;
  readonly prevHash: Uint8Array;
}

/** What an entry is known by: SHA-256 over the canonical JSON of all of it, bytes in it as hexadecimal. */
export function accessEntryHash({ sequence, at, body, prevHash }: HashedEntry): Uint8Array {
  return sha256(
    canonicalBytes({
      type: 'berth.access/v1',
      sequence: String(sequence),
      at: at.toISOString(),
      body: Buffer.from(sha256(body)).toString('hex'),
      prevHash: Buffer.from(prevHash).toString('hex'),
    }),
  );
}
