import {
  createLedgerVerifier,
  openCheckpoint,
  splitNotes,
  type Checkpoint,
  type LedgerVerdict,
  type NoteVerifier,
} from '#ledger';
import { sha256 } from '#requests';
import type { LedgerRequest, ProofService } from '#history';
import { CALLER, valueOf } from './test-services.js';

/** The ledger of a cluster, as it would be downloaded. */
export async function ledgerText(proofs: ProofService, cluster: string, range: LedgerRequest = {}): Promise<string> {
  let text = '';
  valueOf(
    await proofs.ledger(CALLER, cluster, {
      ...range,
      consume: async (pieces) => {
        for await (const piece of pieces) text += piece;
      },
    }),
  );
  return text;
}

/** What the offline verifier finds. */
export function verifyText(text: string, key: NoteVerifier, kept: readonly Checkpoint[] = []): LedgerVerdict {
  const verifier = createLedgerVerifier({ hash: sha256, key, kept });
  verifier.push(Buffer.from(text));
  return verifier.end();
}

/** The checkpoints of a file of notes. @throws Error when one is not the key's */
export function checkpointsOf(notes: string, key: NoteVerifier): Checkpoint[] {
  return splitNotes(notes).map((note) => {
    const checkpoint = openCheckpoint(note, key);
    if (checkpoint === undefined) throw new Error(`not signed: ${note}`);
    return checkpoint;
  });
}
