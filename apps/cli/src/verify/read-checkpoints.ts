import { readFile } from 'node:fs/promises';
import { openCheckpoint, splitNotes, type Checkpoint, type NoteVerifier } from '#ledger';

/**
 * The checkpoints of these files, each of which holds one note or several; or which of them holds one
 * that this key did not sign.
 */
export async function readCheckpoints(
  paths: readonly string[],
  key: NoteVerifier,
): Promise<{ readonly kept: readonly Checkpoint[]; readonly problem?: string }> {
  const kept: Checkpoint[] = [];
  for (const path of paths) {
    const notes = splitNotes(await readFile(path, 'utf8'));
    if (notes.length === 0) return { kept, problem: `${path} contains no checkpoint` };
    for (const [index, note] of notes.entries()) {
      const checkpoint = openCheckpoint(note, key);
      if (checkpoint === undefined)
        return { kept, problem: `note ${index + 1} of ${path} is not a checkpoint that this key signed` };
      kept.push(checkpoint);
    }
  }
  return { kept };
}
