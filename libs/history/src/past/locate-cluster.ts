import type { Transaction } from '#database';
import {
  findCluster,
  type ClusterAt,
  type ClusterRow,
  type LocatedCluster,
  type LogPoint,
  type SightNeed,
} from '#cluster';
import { ok, refuse, type Outcome } from '#requests';
import { readMoment } from './moment.js';
import { resolveMoment } from './resolve-moment.js';

/**
 * Finds a cluster, and the place in its log that is asked for. Nothing of the past is read yet.
 * @throws Refused when the whole is needed, and the caller sees a part
 */
export async function locateCluster(
  tx: Transaction,
  which: ClusterAt,
  need: SightNeed = 'whole',
): Promise<Outcome<LocatedCluster>> {
  const { cluster: idOrName, at } = typeof which === 'string' ? { cluster: which } : which;
  const cluster = await findCluster(tx, idOrName, need);
  if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: idOrName });
  if (at === undefined) return ok({ cluster, point: headOf(cluster, tx) });
  const point = await resolveMoment(tx, cluster.id, at);
  return point.refused ? point : ok({ cluster, point: point.value, moment: lastingMoment(at, point.value) });
}

function headOf({ position, revision }: ClusterRow, { at }: Transaction): LogPoint {
  return { position: BigInt(position), revision: BigInt(revision), at, isPresent: true };
}

/** What was last at a time may be joined by what is being written at that time; a revision is there for good. */
function lastingMoment(at: string, { revision }: LogPoint): string {
  const read = readMoment(at);
  return 'moment' in read && 'time' in read.moment ? `revision:${revision}` : at;
}
