import type { Transaction } from '#database';
import { ABANDONED_MS, type StoredFile } from '../file-storage.js';

/** Begins a file, which is not there until it is completed. */
export async function insertFile(
  tx: Transaction,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await tx.execute('INSERT INTO stored_files (id, name, bytes, written_at) VALUES ($1, $2, 0, $3)', [id, name, tx.now]);
}

/** False where the file has been removed meanwhile. */
export async function insertChunk(
  tx: Transaction,
  { id, number, content }: { readonly id: string; readonly number: number; readonly content: Uint8Array },
): Promise<boolean> {
  const written = await tx.execute(
    `WITH file AS (UPDATE stored_files SET bytes = bytes + $4, written_at = $5 WHERE id = $1 RETURNING id)
     INSERT INTO stored_file_chunks (file_id, number, content) SELECT id, $2, $3 FROM file`,
    [id, number, content, content.length, tx.now],
  );
  return written === 1;
}

/** The file is there from now on, in place of others of its name. False where it has been removed meanwhile. */
export async function completeFile(tx: Transaction, id: string): Promise<boolean> {
  const completed = await tx.execute('UPDATE stored_files SET completed_at = $2 WHERE id = $1', [id, tx.now]);
  await tx.execute(
    `DELETE FROM stored_files WHERE name = (SELECT name FROM stored_files WHERE id = $1) AND id <> $1
       AND completed_at IS NOT NULL`,
    [id],
  );
  return completed === 1;
}

/** Removes a file that is not completed. */
export async function removeUnfinished(tx: Transaction, id: string): Promise<void> {
  await tx.execute('DELETE FROM stored_files WHERE id = $1 AND completed_at IS NULL', [id]);
}

interface FileRow extends Record<string, unknown> {
  readonly id: string;
  readonly bytes: string;
}

/** The file of a name. */
export async function findFile(
  tx: Transaction,
  name: string,
): Promise<{ readonly id: string; readonly bytes: number } | undefined> {
  const [row] = await tx.query<FileRow>(
    `SELECT id, bytes FROM stored_files WHERE name = $1 AND completed_at IS NOT NULL
     ORDER BY completed_at DESC, id DESC LIMIT 1`,
    [name],
  );
  return row && { id: row.id, bytes: Number(row.bytes) };
}

/** Undefined behind the last one, and where the file has been removed meanwhile. */
export async function readChunk(tx: Transaction, id: string, number: number): Promise<Uint8Array | undefined> {
  const [row] = await tx.query<{ content: Uint8Array }>(
    'SELECT content FROM stored_file_chunks WHERE file_id = $1 AND number = $2',
    [id, number],
  );
  return row?.content;
}

/** Completed files whose names are the folder, `/`, and a name without one. */
export async function listFiles(tx: Transaction, folder: string): Promise<readonly StoredFile[]> {
  const rows = await tx.query<{ name: string; bytes: string }>(
    `SELECT name, max(bytes) AS bytes FROM stored_files WHERE completed_at IS NOT NULL AND starts_with(name, $1)
       AND strpos(substr(name, length($1) + 1), '/') = 0 GROUP BY name ORDER BY name`,
    [`${folder}/`],
  );
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}

/** Removes the file of a name. */
export async function removeFile(tx: Transaction, name: string): Promise<void> {
  await tx.execute('DELETE FROM stored_files WHERE name = $1 AND completed_at IS NOT NULL', [name]);
}

/** Removes what was begun in a folder, and has not been written to for long. */
export async function removeAbandoned(tx: Transaction, folder: string): Promise<void> {
  await tx.execute(
    'DELETE FROM stored_files WHERE completed_at IS NULL AND starts_with(name, $1) AND written_at < $2',
    [`${folder}/`, new Date(tx.now.getTime() - ABANDONED_MS)],
  );
}
