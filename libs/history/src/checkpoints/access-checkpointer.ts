import {
  accessEntryHashAt,
  accessLogEnd,
  accessStateDigest,
  lockAccess,
  noteSecretDigests,
  type AccessLogEnd,
} from '#access';
import type { Transaction } from '#database';
import {
  equalBytes,
  openAccessCheckpoint,
  readAccessCheckpoint,
  signAccessCheckpoint,
  signerOf,
  type AccessCheckpoint,
  type NoteVerifier,
} from '#ledger';
import { insertAccessCheckpoint, lastAccessCheckpoint } from './access-checkpoint.store.js';
import { CheckpointConflict, type CheckpointMeans } from './checkpointer.js';
import { NoteFiles } from './note-files.js';

/** Whether the log of access has entries that no checkpoint covers. */
export async function isAccessUncheckpointed(tx: Transaction): Promise<boolean> {
  const end = await accessLogEnd(tx);
  return end !== undefined && end.size !== (await lastAccessCheckpoint(tx))?.size;
}

/**
 * Signs what the log of access is, and what access is by it, where no checkpoint says so: only where it goes on from
 * what was signed before, in the database and in the files. The note is on disk when the transaction commits.
 * @throws CheckpointConflict
 */
export async function signAccess(
  tx: Transaction,
  { key, files }: Pick<CheckpointMeans, 'key' | 'files'>,
): Promise<void> {
  await lockAccess(tx);
  const last = await lastAccessCheckpoint(tx);
  if (last === undefined) await noteSecretDigests(tx);
  const end = await accessLogEnd(tx);
  if (end === undefined) return;
  await requireSame(tx, end, last);
  const noted = (await files?.recent(NoteFiles.ACCESS)) ?? [];
  for (const note of noted) {
    const checkpoint = accessCheckpointOfNote(note, key.verifier);
    if (checkpoint === undefined) continue;
    await requireSame(tx, end, checkpoint);
    // Of a transaction that was lost: it is true all the same.
    await insertAccessCheckpoint(tx, { ...checkpoint, note });
  }
  if ((await lastAccessCheckpoint(tx))?.size === end.size) return;
  const at = end.at > tx.at ? end.at : tx.at;
  const state = await accessStateDigest(tx);
  const checkpoint = { size: end.size, hash: end.hash, at: at.toISOString(), state };
  const note = signAccessCheckpoint(checkpoint, key.signer);
  await insertAccessCheckpoint(tx, { ...checkpoint, note });
  await files?.append(NoteFiles.ACCESS, note);
}

/**
 * What a note says that this key signed; of one that another key signed, what it says: it was stored beside the
 * database all the same.
 */
export function accessCheckpointOfNote(note: string, key: NoteVerifier | undefined): AccessCheckpoint | undefined {
  const signer = signerOf(note);
  const isOurs = key !== undefined && signer !== undefined && equalBytes(signer.id, key.id);
  return isOurs ? openAccessCheckpoint(note, key) : readAccessCheckpoint(note);
}

/** @throws CheckpointConflict unless the log of access goes on from what was signed */
async function requireSame(tx: Transaction, end: AccessLogEnd, signed: AccessCheckpoint | undefined): Promise<void> {
  if (signed === undefined) return;
  const { size, hash, at, state } = signed;
  if (size > end.size)
    throw new CheckpointConflict(
      `${size} entries of the log of access were signed for at ${at}, and there are ${end.size}: it was rolled back`,
    );
  const there = await accessEntryHashAt(tx, size);
  if (there === undefined || !equalBytes(there, hash))
    throw new CheckpointConflict(`it is not the log of access that was signed at ${size} entries, at ${at}`);
  if (size === end.size && !equalBytes(state, await accessStateDigest(tx)))
    throw new CheckpointConflict(`keys, members and grants are not what was signed at ${size} entries, at ${at}`);
}
