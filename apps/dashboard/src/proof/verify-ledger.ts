import { createLedgerVerifier, openCheckpoint, splitNotes, type LedgerVerdict } from '#ledger';
import { count, dayAndTime } from '../words/index.js';
import { readPublicKey, sha256 } from './public-key.js';

/** What a ledger is verified with, as the reader brings it. */
export interface Brought {
  /** A public key: PEM, or a verifier key of signed notes. */
  readonly key: string;
  /** Notes of checkpoints that were stored where the service does not write, one after the other; may be empty. */
  readonly notes: string;
}

/** The verdict, as it is shown. */
export interface Verdict {
  readonly holds: boolean;
  readonly lines: readonly string[];
  /** The last revision that holds, or the one that does not; missing where no revision is to blame. */
  readonly revision?: number;
}

/** Says how many bytes were read so far. */
export type Progress = (bytes: number) => void;

/** Verifies the bytes of an export as they come. The verdict names the place of any failure. */
export async function verifyLedger(
  pieces: AsyncIterable<Uint8Array>,
  { key: keyText, notes }: Brought,
  progress: Progress,
): Promise<Verdict> {
  const key = readPublicKey(keyText);
  if (key === undefined) return not('this is not an Ed25519 public key, neither PEM nor a verifier key of notes');
  const kept = splitNotes(notes).map((note) => openCheckpoint(note, key));
  const unsigned = kept.indexOf(undefined);
  if (unsigned >= 0) return not(`note ${unsigned + 1} is not a checkpoint that this key signed`);
  const verifier = createLedgerVerifier({
    hash: sha256,
    key,
    kept: kept.filter((checkpoint) => checkpoint !== undefined),
  });
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    progress(bytes);
    if (verifier.push(piece) !== null) break;
  }
  return reported(verifier.end());
}

function not(why: string, revision?: number): Verdict {
  return { holds: false, lines: [`Does not hold: ${why}.`], ...(revision !== undefined && { revision }) };
}

function reported(verdict: LedgerVerdict): Verdict {
  if (!verdict.holds) {
    const { line, revision, position, what } = verdict.found;
    const place = [`line ${line}`, ...(revision === null ? [] : [`revision ${revision}`])];
    return not(
      `${[...place, ...(position === null ? [] : [`position ${position}`])].join(', ')}: ${what}`,
      revision === null ? undefined : Number(revision),
    );
  }
  const { counts, checkpoint, kept } = verdict;
  const [revisions, changes, decisions] = [counts.revisions, counts.changes, counts.decisions].map(count);
  const entries = `${revisions} revisions, ${changes} changes and ${decisions} decisions`;
  const signedAt = dayAndTime(checkpoint.at);
  return {
    holds: true,
    revision: Number(checkpoint.head.revision),
    lines: [
      `Holds: ${entries} are what was hashed, in order, with nothing between them missing.`,
      `Holds: they end where the checkpoint at ${checkpoint.size} does, which the key signed on ${signedAt}.`,
      ...(kept.length === 0
        ? ['No checkpoint was given: a holder of the key could have signed another history.']
        : [`Holds: the given checkpoints, ${kept.length}, are of this history.`]),
    ],
  };
}
