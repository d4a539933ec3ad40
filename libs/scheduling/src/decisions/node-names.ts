import { readNodeSet } from '#audit';
import type { Transaction } from '#database';
import { decodeNodeSet } from '#trace';

/** With 5,000 nodes one takes about half a megabyte. */
const MOST = 16;

/**
 * The names of the nodes of traces, by row. A node set is found by its content and never changes, and traces that are
 * read one after the other mostly have the same: to read it takes as long as to read the trace.
 */
export class NodeNames {
  /** The one that was used last at the end. */
  readonly #known = new Map<string, readonly string[]>();

  /** Of the node set with this digest, which a chunk of the cluster refers to. */
  async of(tx: Transaction, clusterId: string, digest: Uint8Array): Promise<readonly string[]> {
    const key = `${clusterId} ${Buffer.from(digest).toString('hex')}`;
    const names =
      this.#known.get(key) ?? decodeNodeSet(await readNodeSet(tx, clusterId, digest)).map(({ name }) => name);
    this.#known.delete(key);
    this.#known.set(key, names);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
    return names;
  }
}
