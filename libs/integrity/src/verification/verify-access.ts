import { accessEntryHash, DEFAULT_TEAM_ID } from '#access';
import type { Transaction } from '#database';
import { genesisHash } from '#ledger';
import { unreadable, type Findings } from '../auditors/index.js';
import { streamAccess, streamAccessLog, teamsOfClusters } from './access-log.queries.js';
import { SignedAccess, type SignedAccessMeans } from './signed-access.js';
import { SaidAccess, type AccessRow, type SaidEntry } from './said-access.js';

/**
 * That the log of access has every entry, that each follows the one before it, and that who has access is who it says:
 * an entry that was cut from its end is missed by the rows that it was about, and by the checkpoints that were signed.
 */
export async function verifyAccess(
  tx: Transaction,
  { findings, ...means }: SignedAccessMeans & { readonly findings: Findings },
): Promise<void> {
  const signed = await SignedAccess.read(tx, means, findings);
  const said = new SaidAccess();
  let [last, hash]: [bigint, Buffer] = [0n, Buffer.from(genesisHash)];
  for await (const batch of streamAccessLog(tx)) {
    for (const row of batch) {
      findings.checked++;
      const sequence = BigInt(row.sequence);
      const fault = (message: string): void => {
        findings.add({ table: 'access_log', message: `entry ${sequence} ${message}` });
      };
      if (sequence !== last + 1n) fault(`follows entry ${last}`);
      if (!row.prev_hash.equals(hash)) fault('has another hash of the entry before it than that has');
      const { at, body, prev_hash: prevHash } = row;
      if (!row.hash.equals(accessEntryHash({ sequence, at, body, prevHash }))) fault('is not what its hash is of');
      const why = unreadable(() => {
        said.follow(JSON.parse(body.toString()) as SaidEntry);
      });
      if (why !== undefined) fault(why);
      signed.entry(sequence, row.hash);
      [last, hash] = [sequence, row.hash];
    }
  }
  await signed.end(tx, Number(last));
  await verifyRows(tx, said, findings);
}

/** Of the caller's team, and for the default team, which runs the service, of all. */
async function verifyRows(tx: Transaction, said: SaidAccess, findings: Findings): Promise<void> {
  const { team: asking } = tx.caller;
  const isTheirs = ({ team }: AccessRow): boolean => asking === DEFAULT_TEAM_ID || asking === team;
  const fault = ({ table, id }: AccessRow, message: string): void => {
    findings.add({ table, message: `${id} ${message}` });
  };
  for await (const batch of streamAccess(tx)) {
    for (const row of batch) {
      const entry = said.take(row);
      // The default team, and teams of before there was the log, have no entry.
      if (entry === undefined && row.table === 'teams') continue;
      if (entry === undefined && isTheirs(row)) fault(row, 'has access, and no entry of the log of access says so');
      else if (entry !== undefined && (isTheirs(row) || isTheirs(entry))) {
        if (textOf(entry) !== textOf(row)) fault(row, 'is not what the log of access says');
        if (isOtherSecret(entry, row)) fault(row, 'has another secret than the log of access says');
      }
    }
  }
  const left = said.left.filter(isTheirs);
  const teams = await teamsOfClusters(
    tx,
    left.filter(({ table }) => table === 'namespace_teams').map(({ id }) => id.split('/', 1)[0] ?? ''),
  );
  for (const row of left) {
    // A namespace that was given to the cluster's own team has no row, like all that were never given away.
    const isOwn = row.table === 'namespace_teams' && teams.get(row.id.split('/', 1)[0] ?? '') === row.team;
    if (!isOwn) fault(row, 'is gone, and the log of access does not say so');
  }
}

function textOf({ team, said }: AccessRow): string {
  return JSON.stringify([team, said]);
}

/** The log of an older version says nothing of secrets. */
function isOtherSecret(entry: AccessRow, { secretDigest }: AccessRow): boolean {
  return entry.secretDigest !== undefined && entry.secretDigest !== secretDigest;
}
