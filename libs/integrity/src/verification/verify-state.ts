import { readHistories, unreadable, type Findings, type LoggedChange, type Violation } from '../auditors/index.js';
import { RowReader, type Transaction } from '#database';
import { compareKeys, isOf, leastOf, streamSnapshot, type ObjectKey, type PastObject, type SnapshotEnd } from '#state';
import { tableOf } from '#rows';
import type { LogStart } from './log-start.js';
import { nextVersion, type FoldedObject } from './object-history.js';
import { lineFaults, rowFaults } from './row-faults.js';
import { readSnapshotPositions, readStateRows } from './state.queries.js';

/** What the states of a cluster are checked with. */
export interface StateCheck {
  readonly clusterId: string;
  readonly teamId: string;
  /** The cluster was deleted: its log stays, its state is gone. */
  readonly retired: boolean;
  readonly findings: Findings;
  readonly start: LogStart;
}

/** A state that the log must lead to: a snapshot of it, or the present rows. */
interface Target<Row extends ObjectKey> {
  readonly rows: RowReader<Row>;
  tableOf(key: ObjectKey): string;
  /** What the row says otherwise than the log. */
  faults(row: Row, object: FoldedObject): Iterable<string>;
  /** The row is that of the state before, and nothing happened to it. */
  isStill?(row: Row, before: PastObject): boolean;
}

/** A stretch of the log between two states. */
interface Stretch {
  readonly base: RowReader<PastObject>;
  readonly histories: RowReader<LoggedChange>;
}

/** Beyond every position. */
const END = 2n ** 63n - 1n;

/**
 * Object by object, what its changes lead to is what its row says, and each change follows from the one before: nothing
 * is bound that is on a node, changed or deleted that is not there. Snapshots on the way are what the log leads to from
 * the one before. In memory is one object, and a chunk of two snapshots.
 */
export async function verifyState(tx: Transaction, check: StateCheck): Promise<void> {
  const { clusterId, start } = check;
  let from = start.position;
  let base = await RowReader.open(
    start.position === 0n
      ? nothing()
      : streamSnapshot(tx, {
          clusterId,
          position: from,
          onEnd: (end) => {
            judgeBase(check, end);
          },
        }),
  );
  for (const position of await readSnapshotPositions(tx, clusterId, from)) {
    const histories = await readHistories(tx, clusterId, { after: from, upTo: position });
    await verifyStretch({ base, histories }, await snapshotTarget(tx, check, position), check);
    from = position;
    base = await RowReader.open(streamSnapshot(tx, { clusterId, position }));
  }
  const histories = await readHistories(tx, clusterId, { after: from, upTo: END });
  const rows = await readStateRows(tx, clusterId);
  const retired = (): Iterable<string> => ['is there, and its cluster is not'];
  await verifyStretch(
    { base, histories },
    {
      rows,
      tableOf: ({ kind }) => tableOf(kind),
      faults: (row, object) =>
        check.retired ? retired() : rowFaults(row, object, { teamId: check.teamId, begin: start.position }),
    },
    check,
  );
}

async function snapshotTarget(
  tx: Transaction,
  { clusterId, findings }: StateCheck,
  position: bigint,
): Promise<Target<PastObject>> {
  const onEnd = ({ isWhole }: SnapshotEnd): void => {
    if (!isWhole)
      findings.add({
        cluster: clusterId,
        position: String(position),
        table: 'snapshots',
        message: 'the snapshot is not what its digest was made of',
      });
  };
  return {
    rows: await RowReader.open(streamSnapshot(tx, { clusterId, position, onEnd })),
    tableOf: () => 'snapshot_chunks',
    faults: lineFaults,
    isStill: (row, before) =>
      row.resourceVersion === before.resourceVersion &&
      row.createdPosition === before.createdPosition &&
      row.uid === before.uid &&
      row.text === before.text,
  };
}

/** What a log goes on from is what its first entry says. */
function judgeBase({ clusterId, findings, start }: StateCheck, { isWhole, digest }: SnapshotEnd): void {
  if (isWhole && (start.snapshot === undefined || digest.toString('hex') === start.snapshot)) return;
  findings.add({
    cluster: clusterId,
    position: String(start.position),
    table: 'snapshots',
    message: 'the snapshot that the log goes on from is not what was written',
  });
}

async function verifyStretch<Row extends ObjectKey>(
  { base, histories }: Stretch,
  target: Target<Row>,
  check: StateCheck,
): Promise<void> {
  for (;;) {
    const key = leastOf([base.head, histories.head?.row, target.rows.head]);
    if (key === undefined) return;
    const begun = isOf(base.head, key) ? base.head : undefined;
    if (begun !== undefined) await base.advance();
    const row = isOf(target.rows.head, key) ? target.rows.head : undefined;
    if (row !== undefined) await target.rows.advance();
    check.findings.checked++;
    const untouched = histories.head === undefined || compareKeys(histories.head.row, key) !== 0;
    if (untouched && begun !== undefined && row !== undefined && target.isStill?.(row, begun) === true) continue;
    compare(check, {
      key,
      object: await follow(histories, { key, begun: begun && beginning(begun, check), check }),
      row,
      target,
    });
  }
}

/** As the snapshot has it that a stretch begins with. */
function beginning(line: PastObject, check: StateCheck): FoldedObject | undefined {
  let object: FoldedObject | undefined;
  const why = unreadable(() => {
    object = line.logged;
  });
  if (why !== undefined)
    add(check, line, { position: String(line.resourceVersion), table: 'snapshot_chunks', message: why });
  return object;
}

/** The object at the end of its history; what does not follow on the way is reported. */
async function follow(
  histories: RowReader<LoggedChange>,
  {
    key,
    begun,
    check,
  }: { readonly key: ObjectKey; readonly begun: FoldedObject | undefined; readonly check: StateCheck },
): Promise<FoldedObject | undefined> {
  let object = begun;
  for await (const change of histories.while(({ row }) => isOf(row, key))) {
    const before = object;
    const place = { revision: String(change.row.revision), position: String(change.row.position), table: 'changes' };
    const why = unreadable(() => {
      const step = nextVersion(before, change);
      for (const fault of step.faults) add(check, key, { ...place, message: fault });
      object = step.object;
    });
    if (why !== undefined) add(check, key, { ...place, message: why });
  }
  return object;
}

interface Compared<Row extends ObjectKey> {
  readonly key: ObjectKey;
  readonly object: FoldedObject | undefined;
  readonly row: Row | undefined;
  readonly target: Target<Row>;
}

function compare<Row extends ObjectKey>(check: StateCheck, { key, object, row, target }: Compared<Row>): void {
  const table = target.tableOf(key);
  if (row === undefined && (object === undefined || (check.retired && table !== 'snapshot_chunks'))) return;
  if (row === undefined)
    return add(check, key, { position: String(object?.resourceVersion), table, message: 'has no row' });
  if (object === undefined)
    return add(check, key, { table, message: 'has a row, and the log says that it is gone or never was' });
  const place = { position: String(object.resourceVersion), table };
  const why = unreadable(() => {
    for (const fault of target.faults(row, object)) add(check, key, { ...place, message: fault });
  });
  if (why !== undefined) add(check, key, { ...place, message: why });
}

function add(
  { clusterId, findings }: StateCheck,
  { kind, namespace, name }: ObjectKey,
  { message, ...place }: Violation,
): void {
  findings.add({
    cluster: clusterId,
    ...place,
    message: `${kind} ${namespace === '' ? '' : `${namespace}/`}${name} ${message}`,
  });
}

async function* nothing(): AsyncIterable<readonly PastObject[]> {
  // What was empty has nothing to give.
}
