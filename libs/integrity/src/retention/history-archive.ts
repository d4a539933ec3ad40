import type { Change } from '#writes';
import type { WrittenArchive } from './write-archive.js';

/** An archive, and the digest of the state at its end: what the log goes on from. */
export interface NotedArchive extends WrittenArchive {
  /** Hexadecimal. */
  readonly snapshot: string;
}

/**
 * What the log says of the part of it that was archived: an entry about the log, whose body says what may be dropped
 * and what to hold it against.
 */
export function historyArchive({ archive, frontier, snapshot }: NotedArchive): Change {
  const { id, cluster, revisions, positions, hash, checkpoint, ledgerFile, tracesFile } = archive;
  const file = ({ path, bytes, sha256 }: typeof ledgerFile): object => ({ path, bytes, sha256 });
  return {
    op: 'note',
    apiVersion: 'berth/v1',
    kind: 'HistoryArchive',
    namespace: '',
    name: id,
    uid: '',
    body: {
      cluster,
      revisions: { ...revisions },
      positions: { ...positions },
      hash,
      snapshot,
      checkpoint: { size: String(frontier.size), note: checkpoint },
      ledger: file(ledgerFile),
      traces: file(tracesFile),
    },
  };
}
