import { streamChanges, streamRevisionDecisions, streamRevisions } from '../ledger-export/index.js';
import type { Transaction } from '#database';
import { changeEnvelope, decisionEnvelope, type LogPlace, type SealedRevision } from '#ledger';
import { sha256 } from '#requests';

/** An entry of a revision's tree: what is hashed of a change or a decision. */
export interface LoggedEntry {
  readonly envelope: object;
  /** The change's position, or the decision's `<run>.<ordinal>`. */
  readonly id: string;
  /** Where its object or its pod lives; of a namespace its name, empty for what lives in none. */
  readonly namespace: string;
  /** Namespaces of what it names beside that. */
  readonly alsoNames: readonly string[];
}

/** A revision as it is stored; undefined when it is not there. */
export async function readRevision(
  tx: Transaction,
  clusterId: string,
  revision: bigint,
): Promise<SealedRevision | undefined> {
  for await (const [found] of streamRevisions(tx, {
    clusterId,
    after: placeOf(revision - 1n),
    upTo: placeOf(revision),
  }))
    return found;
  return undefined;
}

/** All entries of a revision, in the order in which they are hashed. */
export async function readEntries(
  tx: Transaction,
  { cluster: clusterId, revision, firstPosition, count }: SealedRevision,
): Promise<LoggedEntry[]> {
  const range = {
    clusterId,
    after: placeOf(revision - 1n, firstPosition - 1n),
    upTo: placeOf(revision, firstPosition + BigInt(count) - 1n),
  };
  const entries: LoggedEntry[] = [];
  for await (const changes of streamChanges(tx, range)) {
    for (const change of changes)
      entries.push({
        envelope: changeEnvelope(sha256, change),
        id: String(change.position),
        namespace: change.kind === 'Namespace' ? change.name : (change.namespace ?? ''),
        alsoNames: [],
      });
  }
  for await (const decisions of streamRevisionDecisions(tx, range)) {
    for (const { decision } of decisions)
      entries.push({
        envelope: decisionEnvelope(decision),
        id: `${decision.run}.${decision.ordinal}`,
        namespace: decision.pod.namespace,
        alsoNames: otherPodsOf(decision).map(({ namespace }) => namespace),
      });
  }
  return entries;
}

function otherPodsOf({ victims, observed }: Parameters<typeof decisionEnvelope>[0]): typeof victims {
  const { preemptor } = observed?.eviction ?? {};
  return preemptor ? [...victims, preemptor] : victims;
}

/** The revision of the change at a position. */
export async function revisionOfPosition(
  tx: Transaction,
  clusterId: string,
  position: bigint,
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ revision: string }>(
    'SELECT revision FROM changes WHERE cluster_id = $1 AND position = $2',
    [clusterId, position],
  );
  return row && BigInt(row.revision);
}

/** The revision that wrote a decision. */
export async function revisionOfDecision(
  tx: Transaction,
  clusterId: string,
  { run, ordinal }: { readonly run: string; readonly ordinal: number },
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ revision: string }>(
    `SELECT revision FROM run_parts WHERE cluster_id = $1 AND run_id = $2 AND first_ordinal <= $3
       AND $3 < first_ordinal + count`,
    [clusterId, run, ordinal],
  );
  return row && BigInt(row.revision);
}

/** A place of which only these are asked. */
function placeOf(revision: bigint, position = 0n): LogPlace {
  return { revision, position, hash: new Uint8Array(0) };
}
