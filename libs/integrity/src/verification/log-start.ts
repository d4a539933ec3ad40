import type { Findings } from '../auditors/index.js';
import type { Transaction } from '#database';
import { equalJson } from '#json';
import { genesisHash, type ChainHead, type LogOrigin, type MerkleFrontier } from '#ledger';
import { lastArchive } from '#history';
import { readNoteText, readOrigin } from './log-start.queries.js';

/**
 * Where the log of a cluster that is there begins: with nothing, as a fork where it left its
 * origin, or where an archive ends.
 */
export interface LogStart {
  readonly position: bigint;
  /** What its first revision follows. */
  readonly chain: ChainHead;
  /**
   * The digest of the state that it begins with, hexadecimal, as its first entry says; undefined where it says none.
   */
  readonly snapshot: string | undefined;
  /** The tree over the cluster's own revisions before it. */
  readonly frontier: MerkleFrontier;
  readonly origin: LogOrigin | null;
  /** The last revision that is archived; 0 where none is. */
  readonly archivedUpTo: bigint;
  /** The same with its time. */
  readonly archived?: { readonly revision: bigint; readonly at: Date };
}

/** Reads it, and holds what the rows of forks and archives say to what the log says of them. */
export async function readLogStart(tx: Transaction, clusterId: string, findings: Findings): Promise<LogStart> {
  const origin = await readOrigin(tx, clusterId);
  const archived = await lastArchive(tx, clusterId);
  const fault = (table: string, message: string): void => {
    findings.add({ cluster: clusterId, table, message });
  };
  if (archived !== undefined) {
    const {
      archive: { id, revisions, positions, times, hash, checkpoint, ledgerFile, tracesFile },
      frontier,
    } = archived;
    const note = await readNote(tx, clusterId, { kind: 'HistoryArchive', name: id });
    const says = { revisions, positions, hash, ledger: ledgerFile, traces: tracesFile };
    const { revisions: r, positions: p, hash: h, ledger, traces, checkpoint: signed } = note;
    const isSame = equalJson({ revisions: r, positions: p, hash: h, ledger, traces }, says);
    if (!isSame || signed?.note !== checkpoint) fault('archives', `archive ${id} is not what the log says of it`);
    const end = { revision: BigInt(revisions.last), position: BigInt(positions.last), hash: Buffer.from(hash, 'hex') };
    return {
      ...startAt(clusterId, end),
      snapshot: typeof note.snapshot === 'string' ? note.snapshot : '',
      frontier,
      origin,
      archivedUpTo: end.revision,
      archived: { revision: end.revision, at: new Date(times.last) },
    };
  }
  const none = { frontier: { size: 0, subtrees: [] }, origin, archivedUpTo: 0n };
  if (origin === null)
    return { ...startAt(clusterId, { revision: 0n, position: 0n, hash: genesisHash }), snapshot: undefined, ...none };
  const note = await readNote(tx, clusterId, { kind: 'ClusterFork' });
  const logged = [note.origin?.cluster, note.origin?.position, note.origin?.revision, note.origin?.hash];
  const said = [
    origin.cluster,
    String(origin.position),
    String(origin.revision),
    Buffer.from(origin.hash).toString('hex'),
  ];
  if (said.some((value, at) => value !== logged[at]))
    fault('clusters', 'says another origin than the first entry of its log');
  return { ...startAt(clusterId, origin), snapshot: typeof note.snapshot === 'string' ? note.snapshot : '', ...none };
}

function startAt(
  cluster: string,
  { revision, position, hash }: { readonly revision: bigint; readonly position: bigint; readonly hash: Uint8Array },
): Pick<LogStart, 'position' | 'chain'> {
  return { position, chain: { cluster, revision, nextPosition: position + 1n, hash } };
}

/** What a note of the log may say. */
interface Note {
  readonly origin?: {
    readonly cluster?: unknown;
    readonly position?: unknown;
    readonly revision?: unknown;
    readonly hash?: unknown;
  };
  readonly snapshot?: unknown;
  readonly revisions?: unknown;
  readonly positions?: unknown;
  readonly hash?: unknown;
  readonly checkpoint?: { readonly note?: unknown };
  readonly ledger?: unknown;
  readonly traces?: unknown;
}

async function readNote(
  tx: Transaction,
  clusterId: string,
  named: { readonly kind: string; readonly name?: string },
): Promise<Note> {
  const text = await readNoteText(tx, clusterId, named);
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Note;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
