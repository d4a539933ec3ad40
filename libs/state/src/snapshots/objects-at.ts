import { RowReader, type Transaction } from '#database';
import { changedObject, isOf, leastOf, type ObjectKey, type PastObject } from '../objects/index.js';
import { readReach, streamHistories, type LoggedChange } from '../log/index.js';
import { findSnapshot, wholeSnapshot } from './snapshot.store.js';

/** A change, and which object it is of. */
interface KeyedChange extends ObjectKey {
  readonly change: LoggedChange;
}

/**
 * Every object as the log leads to it at a position, by kind, namespace and name: the last snapshot before it
 * merged with the changes since, which PostgreSQL sorts. In memory are one object and a chunk of the snapshot,
 * for a cluster of any size.
 * @throws when the log does not lead there
 */
export async function* objectsAt(tx: Transaction, clusterId: string, position: bigint): AsyncIterable<PastObject> {
  const { keptAfter } = await readReach(tx, clusterId);
  const from = await findSnapshot(tx, clusterId, { from: keptAfter, upTo: position });
  if (from === undefined && keptAfter > 0n)
    throw new Error(`nothing is kept of cluster ${clusterId} at position ${position}`);
  const base = await RowReader.open(from === undefined ? nothing() : wholeSnapshot(tx, clusterId, from));
  const histories = await RowReader.open(keyed(streamHistories(tx, clusterId, { after: from ?? 0n, upTo: position })));
  for (let key = leastOf([base.head, histories.head]); key !== undefined; key = leastOf([base.head, histories.head])) {
    const of = { kind: key.kind, namespace: key.namespace, name: key.name };
    let object = isOf(base.head, of) ? base.head : undefined;
    if (object !== undefined) await base.advance();
    for await (const { change } of histories.while((row) => isOf(row, of))) object = changedObject(object, change);
    if (object !== undefined) yield object;
  }
}

async function* keyed(batches: AsyncIterable<readonly LoggedChange[]>): AsyncIterable<readonly KeyedChange[]> {
  for await (const batch of batches) {
    yield batch.map((change) => {
      const [, , kind, namespace, name] = change;
      return { kind, namespace, name, change };
    });
  }
}

async function* nothing(): AsyncIterable<readonly PastObject[]> {
  // A log from its beginning goes on from no object.
}
