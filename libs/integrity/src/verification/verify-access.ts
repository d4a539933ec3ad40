import { accessEntryHash } from '#cluster';
import type { Transaction } from '#database';
import { genesisHash } from '#ledger';
import type { Findings } from '../auditors/index.js';
import { streamAccessLog } from './access-log.queries.js';

/** That the log of access has every entry, and each follows the one before it. */
export async function verifyAccess(tx: Transaction, findings: Findings): Promise<void> {
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
      [last, hash] = [sequence, row.hash];
    }
  }
}
