import type pg from 'pg';
import type { Finding } from '../finding.js';
import type { PastRead, Write } from '../workload/record.js';
import { AcknowledgedCheck } from './acknowledged.js';
import { checkChain, checkCheckpoints } from './chain.js';
import { checkKeys } from './keys.js';
import { readLogs, type ClusterLog } from './log.js';
import { checkReads } from './reads.js';
import { checkRows } from './rows.js';
import { checkFollowers, FoldedLogs } from './state.js';

export { AnswersCheck } from './answers.js';
export { checkChain } from './chain.js';
export { readLogs, type ClusterLog } from './log.js';
export { FoldedLogs } from './state.js';

/** What is looked at, and where. */
export interface Checked {
  readonly client: pg.Client;
  /** Folder with the files of archives. */
  readonly archives: string;
  readonly publicKeyPem: string;
  readonly writes: readonly Write[];
  /** Lists that were answered meanwhile. */
  readonly reads: readonly PastRead[];
  /** Ids of clusters that were checked before and are left out. */
  readonly except: readonly string[];
  /** Whether keys were kept all the time: a clock that jumps over more than a day ends them. */
  readonly keys: boolean;
}

/** What was found, and what it was found in. */
export interface CheckedDatabase {
  readonly findings: readonly Finding[];
  readonly logs: readonly ClusterLog[];
  readonly folded: FoldedLogs;
  readonly answers: number;
}

/** I1 to I6 by SQL, in a transaction that sees one state. Shares no code with what wrote it. */
export async function checkDatabase(checked: Checked): Promise<CheckedDatabase> {
  const { client, publicKeyPem, writes, reads, keys } = checked;
  const logs = await readLogs(client, checked);
  const folded = new FoldedLogs(logs);
  const findings: Finding[] = [...folded.findings];
  for (const log of logs) {
    const state = folded.state(log.id);
    findings.push(...(await checkChain(client, log)), ...(await checkCheckpoints(client, log, publicKeyPem)));
    findings.push(...(await checkRows(client, log, state)), ...checkFollowers(log.id, state));
  }
  findings.push(...checkReads(logs, reads));
  const acknowledged = new AcknowledgedCheck(client, logs);
  for (const write of writes) await acknowledged.check(write);
  findings.push(...acknowledged.findings);
  if (keys) findings.push(...(await checkKeys(client, writes, acknowledged)));
  return { findings, logs, folded, answers: acknowledged.checked };
}
