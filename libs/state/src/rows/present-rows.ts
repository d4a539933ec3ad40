import type { Transaction } from '#database';
import { refillBook, renewBook, type BudgetBook, type Touched } from '#writes';
import type { ClusterRows, NamedObject, PodRows } from './cluster-rows.js';
import { findNodes, streamNodes, type NodeRow } from './nodes.store.js';
import { findOtherObjects, readOtherObjects, type ListedObject } from './other-objects.store.js';
import {
  findNominated,
  findPlaced,
  findPlacedOn,
  readNominated,
  streamPlaced,
  type PlacedRow,
  type PodName,
} from './placed-rows.store.js';

/** The rows of the present, as a transaction sees them. */
export class PresentRows implements ClusterRows {
  constructor(
    private readonly tx: Transaction,
    private readonly clusterId: string,
  ) {}

  get at(): Date {
    return this.tx.at;
  }

  async *nodes(names?: readonly string[]): AsyncIterable<readonly NodeRow[]> {
    if (names === undefined) yield* streamNodes(this.tx, this.clusterId);
    else yield await findNodes(this.tx, this.clusterId, names);
  }

  objects(named?: readonly NamedObject[]): Promise<readonly ListedObject[]> {
    return named === undefined
      ? readOtherObjects(this.tx, this.clusterId)
      : findOtherObjects(this.tx, this.clusterId, named);
  }

  async *pods(named?: readonly PodName[]): AsyncIterable<PodRows> {
    const { tx, clusterId } = this;
    if (named !== undefined) {
      yield { onNodes: await findPlaced(tx, clusterId, named), nominated: await findNominated(tx, clusterId, named) };
      return;
    }
    for await (const onNodes of streamPlaced(tx, clusterId)) yield { onNodes, nominated: [] };
    yield { onNodes: [], nominated: await readNominated(tx, clusterId) };
  }

  async *podsOn(nodes: readonly string[]): AsyncIterable<readonly PlacedRow[]> {
    yield await findPlacedOn(this.tx, this.clusterId, nodes);
  }

  renewBook(book: BudgetBook): Promise<void> {
    return renewBook(this.tx, this.clusterId, { book });
  }

  refillBook(book: BudgetBook, touched: readonly Touched[]): Promise<void> {
    return refillBook(this.tx, this.clusterId, { book, touched });
  }
}
