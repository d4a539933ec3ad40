import { TimeSlice, type Transaction } from '#database';
import {
  changeLine,
  decisionLine,
  endLine,
  headerLine,
  revisionLine,
  type Hash,
  type LedgerHeader,
  type LogPlace,
  type SealedRevision,
} from '#ledger';
import { InStep } from './in-step.js';
import { streamRevisionDecisions } from './ledger-decisions.queries.js';
import { streamChanges, streamRevisions, type LedgerRange } from './ledger-rows.queries.js';

/** What to export: from where the header says to a revision, which its checkpoint is at. */
export interface LedgerExport {
  readonly hash: Hash;
  readonly header: LedgerHeader;
  readonly upTo: LogPlace;
}

/** So many characters are handed out at once, about. */
const PIECE = 1 << 16;

/**
 * A part of a cluster's ledger in the form `berth.ledger/1`, as it is stored, whether it holds or not; a stream of any
 * length in bounded memory. The transaction must see one state throughout.
 */
export async function* exportLedger(tx: Transaction, { hash, header, upTo }: LedgerExport): AsyncIterable<string> {
  const range: LedgerRange = { clusterId: header.cluster, after: header.after, upTo };
  const counts = { revisions: 0, changes: 0, decisions: 0 };
  const slice = new TimeSlice();
  let piece = headerLine(header);
  for await (const { kind, line } of entryLines(tx, range, hash)) {
    counts[kind]++;
    piece += line;
    await slice.yieldWhenOver();
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece + endLine(counts);
}

interface EntryLine {
  readonly kind: 'revisions' | 'changes' | 'decisions';
  readonly line: string;
}

async function* entryLines(tx: Transaction, range: LedgerRange, hash: Hash): AsyncIterable<EntryLine> {
  const changes = new InStep(streamChanges(tx, range));
  const decisions = new InStep(streamRevisionDecisions(tx, range));
  for await (const revisions of streamRevisions(tx, range)) {
    for (const revision of revisions) {
      yield { kind: 'revisions', line: revisionLine(revision) };
      const last = lastPosition(revision);
      for await (const rows of changes.while(({ position }) => position <= last)) {
        for (const change of rows) yield { kind: 'changes', line: changeLine(hash, change) };
      }
      for await (const rows of decisions.while((row) => row.revision <= revision.revision)) {
        for (const { decision } of rows) yield { kind: 'decisions', line: decisionLine(hash, decision) };
      }
    }
  }
}

function lastPosition({ firstPosition, count }: SealedRevision): bigint {
  return firstPosition + BigInt(count) - 1n;
}
