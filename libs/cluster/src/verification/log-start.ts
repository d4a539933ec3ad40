import type { Findings } from '#audit';
import type { Transaction } from '#database';
import { genesisHash, type ChainHead } from '#ledger';

/** Where the log of a cluster begins: with nothing, or as a fork where it left its origin. */
export interface LogStart {
  readonly position: bigint;
  /** What its first revision follows. */
  readonly chain: ChainHead;
  /** The digest of the state that it begins with, hexadecimal, as its first entry says; undefined where it says none. */
  readonly snapshot: string | undefined;
}

interface OriginRow extends Record<string, unknown> {
  readonly origin_cluster_id: string | null;
  readonly origin_position: string | null;
  readonly origin_revision: string | null;
  readonly origin_hash: Buffer | null;
}

/** What the first entry of a fork says. */
interface ForkNote {
  readonly origin?: { readonly cluster?: unknown; readonly position?: unknown; readonly revision?: unknown; readonly hash?: unknown };
  readonly snapshot?: unknown;
}

/** Reads it, and holds what the row of a fork says of its origin to what its log says. */
export async function readLogStart(tx: Transaction, clusterId: string, findings: Findings): Promise<LogStart> {
  const [row] = await tx.query<OriginRow>('SELECT origin_cluster_id, origin_position, origin_revision, origin_hash FROM clusters WHERE id = $1', [clusterId]);
  const { origin_cluster_id: cluster = null, origin_position: position = null, origin_revision: revision = null, origin_hash: hash = null } = row ?? {};
  if (position === null || revision === null || hash === null) {
    return { position: 0n, chain: { cluster: clusterId, revision: 0n, nextPosition: 1n, hash: genesisHash }, snapshot: undefined };
  }
  const note = await readForkNote(tx, clusterId);
  const logged = [note.origin?.cluster, note.origin?.position, note.origin?.revision, note.origin?.hash];
  const said = [cluster, position, revision, hash.toString('hex')];
  if (said.some((value, at) => value !== logged[at])) findings.add({ cluster: clusterId, table: 'clusters', message: 'says another origin than the first entry of its log' });
  return {
    position: BigInt(position),
    chain: { cluster: clusterId, revision: BigInt(revision), nextPosition: BigInt(position) + 1n, hash },
    snapshot: typeof note.snapshot === 'string' ? note.snapshot : '',
  };
}

async function readForkNote(tx: Transaction, clusterId: string): Promise<ForkNote> {
  const [row] = await tx.query<{ body: Buffer }>("SELECT body FROM changes WHERE cluster_id = $1 AND op = 'note' AND kind = 'ClusterFork' ORDER BY position LIMIT 1", [clusterId]);
  try {
    return (JSON.parse(row?.body.toString('utf8') ?? '{}') ?? {}) as ForkNote;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
