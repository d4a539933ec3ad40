import type { Findings } from '../auditors/index.js';
import type { Transaction } from '#database';
import { isClusterId } from '#cluster';
import { KEPT_FOR_MS } from '#requests';
import { streamAccessLog } from './access-log.queries.js';
import { findEffect, namedEffect, type Effect } from './kept-effect.js';
import { isArchived, ownClusters, streamKept, type KeptRow } from './kept-outcome.queries.js';

/**
 * What idempotency keys of a team answer with exists, in every cluster that they were used on: the run, cluster,
 * object, profile or revision that the stored outcome names, as it says. The outcome and what it names were written in
 * one transaction. An outcome that names nothing is counted and not judged.
 */
export async function verifyIdempotency(
  tx: Transaction,
  { teamId, findings }: { readonly teamId: string; readonly findings: Findings },
): Promise<void> {
  const clusters = await reachedBy(tx, teamId);
  for await (const batch of streamKept(tx, teamId))
    for (const row of batch) await verifyKept(tx, row, { clusters, findings });
}

/**
 * The clusters that a team may have used its keys on: its own, and those where it was ever granted anything or had a
 * namespace. The log of access names them, even where the grant or the namespace is gone.
 */
async function reachedBy(tx: Transaction, teamId: string): Promise<readonly string[]> {
  const reached = new Set(await ownClusters(tx, teamId));
  for await (const batch of streamAccessLog(tx))
    for (const { body } of batch) {
      const { team, details } = entryOf(body);
      const cluster = details?.cluster;
      if (team === teamId && typeof cluster === 'string' && isClusterId(cluster)) reached.add(cluster);
    }
  return [...reached];
}

/** What was edited may be no JSON any more: that it was is found elsewhere. */
function entryOf(body: Buffer): { readonly team?: unknown; readonly details?: { readonly cluster?: unknown } } {
  try {
    return (JSON.parse(body.toString()) ?? {}) as ReturnType<typeof entryOf>;
  } catch {
    return {};
  }
}

async function verifyKept(
  tx: Transaction,
  row: KeptRow,
  { clusters, findings }: { readonly clusters: readonly string[]; readonly findings: Findings },
): Promise<void> {
  findings.checked++;
  const { operation, key, request_hash, outcome, created_at, expires_at } = row;
  const fault = (message: string, effect?: Effect): void => {
    findings.add({
      ...(effect?.cluster && { cluster: effect.cluster }),
      ...(effect?.run && { run: effect.run }),
      table: 'idempotency_keys',
      message: `key ${JSON.stringify(key)} of ${operation} ${message}`,
    });
  };
  if (request_hash.length !== 32) fault('has no hash of its request');
  if (expires_at.getTime() - created_at.getTime() !== KEPT_FOR_MS) fault('expires at another time than its age says');
  const effect = namedEffect(outcome);
  if (effect === undefined) {
    findings.notCheckable++;
    return;
  }
  const missing = await findEffect(tx, effect, { clusters, at: created_at });
  if (missing === undefined) return;
  // The object that was deleted is kept as it last was, which may have been long before its key.
  const position = effect.kind === 'object' && /^\d+$/.test(effect.resourceVersion) ? effect.resourceVersion : null;
  if (effect.kind !== 'run' && (await isArchived(tx, clusters, { at: created_at, position }))) findings.notCheckable++;
  else fault(missing, effect);
}
