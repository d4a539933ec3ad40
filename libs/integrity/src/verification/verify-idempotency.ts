import type { Findings } from '../auditors/index.js';
import type { Transaction } from '#database';
import { KEPT_FOR_MS } from '#cluster';
import { findEffect, namedEffect, type Effect } from './kept-effect.js';
import { isArchived, streamKept, type KeptRow } from './kept-outcome.queries.js';

/**
 * What idempotency keys of a team answer with is there: the run, cluster, object, profile or revision that the kept
 * outcome names, as it says. What was kept and what it is about were written in one transaction. An outcome that names
 * nothing is counted and not judged.
 */
export async function verifyIdempotency(
  tx: Transaction,
  { teamId, findings }: { readonly teamId: string; readonly findings: Findings },
): Promise<void> {
  for await (const batch of streamKept(tx, teamId))
    for (const row of batch) await verifyKept(tx, row, { teamId, findings });
}

async function verifyKept(
  tx: Transaction,
  row: KeptRow,
  { teamId, findings }: { readonly teamId: string; readonly findings: Findings },
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
  const missing = await findEffect(tx, effect, { teamId, at: created_at });
  if (missing === undefined) return;
  // The object that was deleted is kept as it last was, which may have been long before its key.
  const position = effect.kind === 'object' && /^\d+$/.test(effect.resourceVersion) ? effect.resourceVersion : null;
  if (effect.kind !== 'run' && (await isArchived(tx, teamId, { at: created_at, position }))) findings.notCheckable++;
  else fault(missing, effect);
}
