import { stat } from 'node:fs/promises';
import {
  beginOf,
  exportLedger,
  readLogEnds,
  type StoredCheckpoint,
  lastArchive,
  type Archive,
  type ArchiveFile,
  type StoredArchive,
} from '#history';
import type { Transaction } from '#database';
import { createLedgerVerifier, equalBytes, type LedgerHeader, type LedgerVerdict, type NoteVerifier } from '#ledger';
import { sha256 } from '#requests';
import type { ArchiveFolder } from './archive-folder.js';
import { readGzip, writeGzip } from './gzip-file.js';
import type { ClusterRange } from './partitions.store.js';
import { checkTraces, traceLines } from './traces-file.js';

/** What an archive is written with: where to, and the key that its checkpoint must be signed with. */
export interface ArchiveMeans {
  readonly folder: ArchiveFolder;
  readonly key: NoteVerifier;
}

/** What is to be archived of a cluster. */
export interface Archivable {
  readonly range: ClusterRange;
  /** All of it is before this time, and all before this time is in it. */
  readonly edge: Date;
  /** At the last revision of the range. */
  readonly checkpoint: StoredCheckpoint;
}

/** A history that cannot be archived, because it is not what it was: the database was tampered with. */
export class ArchiveConflict extends Error {
  constructor(
    readonly cluster: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * An archive whose files are written and read back, under names that are not theirs yet. It
 * is one when the log says so.
 */
export interface WrittenArchive extends Omit<StoredArchive, 'archive'> {
  readonly archive: Omit<Archive, 'archivedAt'>;
}

/**
 * Writes what there is of a cluster before an edge into two files, and reads both back: the ledger with the verifier
 * that anybody may use, the traces by opening every chunk. The transaction must see one state throughout.
 * @throws ArchiveConflict when they do not hold, StorageError when they cannot be written: nothing is archived then
 */
export async function writeArchive(
  tx: Transaction,
  { folder, key }: ArchiveMeans,
  { range, edge, checkpoint }: Archivable,
): Promise<WrittenArchive> {
  const { clusterId, firstRevision, lastRevision, lastPosition } = range;
  const name = `${clusterId}/${firstRevision}-${lastRevision}`;
  const header = await headerOf(tx, clusterId, checkpoint);
  const ledgerFile = await written(
    folder,
    `${name}.ndjson.gz`,
    exportLedger(tx, { hash: sha256, header, upTo: checkpoint.head }),
  );
  const tracesFile = await written(folder, `${name}.traces.ndjson.gz`, traceLines(tx, { ...range, edge }));

  const verdict = await folder.storage.read(() => verified(folder.partialOf(ledgerFile), key));
  if (!verdict.holds)
    throw new ArchiveConflict(
      clusterId,
      `its archive does not hold: line ${verdict.found.line}, revision ` +
        `${verdict.found.revision ?? 'none'}: ${verdict.found.what}`,
    );
  const {
    counts,
    checkpoint: { head },
  } = verdict;
  const whole =
    header.after.revision + 1n === firstRevision &&
    BigInt(counts.revisions) === lastRevision - header.after.revision &&
    head.position === lastPosition;
  if (!whole || !equalBytes(head.hash, checkpoint.head.hash))
    throw new ArchiveConflict(clusterId, `its archive holds other revisions than ${firstRevision} to ${lastRevision}`);
  const traces = await folder.storage.read(() => checkTraces(folder.partialOf(tracesFile)));
  const archive = {
    id: `${firstRevision}-${lastRevision}`,
    cluster: clusterId,
    revisions: { first: String(firstRevision), last: String(lastRevision) },
    positions: { first: String(range.firstPosition), last: String(lastPosition) },
    times: { first: range.firstAt.toISOString(), last: range.lastAt.toISOString() },
    changes: String(counts.changes),
    decisions: String(counts.decisions),
    traces: String(traces),
    hash: Buffer.from(head.hash).toString('hex'),
    checkpoint: checkpoint.note,
    ledgerFile,
    tracesFile,
  };
  return { archive, frontier: checkpoint.frontier };
}

/** The export goes on where the last archive ended, or begins where the log does. */
async function headerOf(tx: Transaction, cluster: string, checkpoint: StoredCheckpoint): Promise<LedgerHeader> {
  const ends = await readLogEnds(tx, cluster);
  const before = await lastArchive(tx, cluster);
  const { origin } = ends;
  if (before === undefined) return { cluster, origin, after: beginOf(ends), frontier: [], checkpoint: checkpoint.note };
  const { revisions, positions, hash } = before.archive;
  const after = { revision: BigInt(revisions.last), position: BigInt(positions.last), hash: Buffer.from(hash, 'hex') };
  return { cluster, origin, after, frontier: before.frontier.subtrees, checkpoint: checkpoint.note };
}

async function written(folder: ArchiveFolder, path: string, pieces: AsyncIterable<string>): Promise<ArchiveFile> {
  const partial = folder.partialOf({ path });
  const [{ bytes, sha256: digest }, { size }] = await folder.storage.write(async () => [
    await writeGzip(partial, pieces),
    await stat(partial),
  ]);
  if (size !== bytes) throw new Error(`${partial} has ${size} bytes, and ${bytes} were written`);
  return { path, bytes: String(bytes), sha256: digest };
}

async function verified(path: string, key: NoteVerifier): Promise<LedgerVerdict> {
  const verifier = createLedgerVerifier({ hash: sha256, key });
  for await (const piece of readGzip(path)) if (verifier.push(piece) !== null) break;
  return verifier.end();
}
