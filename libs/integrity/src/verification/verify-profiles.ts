import { unreadable, type Findings } from '../auditors/index.js';
import type { Transaction } from '#database';
import { canonicalBytes, equalBytes } from '#ledger';
import { engineDigest, otherSources, profileDigest, resolveSource, type KeptVersion } from '#scheduling';
import { readEngines, readProfileRows, type ProfileRow } from './profile.queries.js';

/**
 * The versions of a cluster's profiles are what their digests say, as far as it is known which engine they were made
 * for, and are numbered without a gap. Decisions name them by these digests, and so does the log.
 */
export async function verifyProfiles(
  tx: Transaction,
  { clusterId, findings }: { readonly clusterId: string; readonly findings: Findings },
): Promise<void> {
  const rows = await readProfileRows(tx, clusterId);
  const engines = await readEngines(tx);
  const present = engineDigest().toString('hex');
  for (const engine of new Set(rows.map((row) => row.engine)))
    if (engine !== null && !engines.has(engine))
      findings.add({
        cluster: clusterId,
        table: 'engines',
        message: `profiles are of engine ${engine}, which is not there`,
      });
  for (const [index, row] of rows.entries()) {
    findings.checked++;
    const fault = (message: string): void => {
      findings.add({
        cluster: clusterId,
        table: 'profiles',
        message: `version ${row.version} of profile ${row.name} ${message}`,
      });
    };
    const before = rows[index - 1];
    const expected = before?.name === row.name ? before.version + 1 : 1;
    if (row.version !== expected) fault(`stands where version ${expected} must`);
    const why = unreadable(() => {
      const judged = contentFault(row, present);
      if (judged === 'unknown') findings.notCheckable++;
      else if (judged !== undefined) fault(judged);
    });
    if (why !== undefined) fault(why);
  }
}

/** `unknown`: a version that was kept before its engine was noted may be of any. */
function contentFault({ name, digest, config, engine }: ProfileRow, present: string): string | undefined {
  if ((config.effective as { readonly schedulerName?: unknown } | null)?.schedulerName !== name)
    return 'is of another name';
  if (Object.keys(config).sort().join() !== 'effective,source') return 'says more or less than a version does';
  const madeFor = engine ?? present;
  if (digest.equals(profileDigest(madeFor, config.effective)))
    return madeFor === present && otherSources(config.effective).length === 0 && !isOfSource(config)
      ? 'does not come of its source'
      : undefined;
  return engine === null ? 'unknown' : 'is not what its digest was made of';
}

function isOfSource({ source, effective }: KeptVersion['config']): boolean {
  const resolved = resolveSource(source);
  return (
    resolved !== undefined && equalBytes(canonicalBytes(resolved.profile.configuration), canonicalBytes(effective))
  );
}
